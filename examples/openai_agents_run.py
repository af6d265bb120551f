"""An agent of the OpenAI Agents SDK that recalls and remembers. The model is a script: no key, no network.

Run it: python examples/openai_agents_run.py [FOLDER]   (needs the extra `openai-agents`)"""

import json
import sys
import tempfile
from collections.abc import AsyncIterator
from typing import Any

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage, function_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from hindsight_memory import Hindsight
from hindsight_memory.client.for_models import INSTRUCTIONS
from hindsight_memory.integrations.openai_agents import TaskHooks, memory_tools

ASKED = "Deploy the billing service, and remember that deploys need a ticket."


def calling(number: int, tool: str, **arguments: str) -> ResponseFunctionToolCall:
    """A call as a model asks for it."""
    return ResponseFunctionToolCall(
        call_id=f"call_{number}", name=tool, arguments=json.dumps(arguments), type="function_call"
    )


def saying(text: str) -> ResponseOutputMessage:
    """An answer as a model gives it."""
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="msg_1", content=[part], role="assistant", status="completed", type="message")


class Scripted(Model):
    """A model that does what stands in its script, step by step."""

    def __init__(self, *steps: Any) -> None:
        """Begin with the first step."""
        self._steps: list[Any] = list(steps)

    async def get_response(self, *args: Any, **kwargs: Any) -> ModelResponse:
        """Take the next step."""
        return ModelResponse(output=[self._steps.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        """This model does not stream."""
        raise NotImplementedError


STEPS = (
    calling(1, "memory_search", query="how do we deploy?"),
    calling(2, "deploy", service="billing", cluster="staging"),
    calling(3, "memory_write", content="Every deploy needs a ticket.", source="user"),
    saying("Deployed billing to staging first, as you told me earlier."),
)


@function_tool
def deploy(service: str, cluster: str) -> str:
    """Deploy a service to a cluster."""
    return f"{service} runs on {cluster}"


def main(folder: str) -> None:
    """Run the agent inside a task, then look at what was recorded and kept."""
    with Hindsight.open(folder, space="project:api") as hs:
        hs.write("Deploys go through the staging cluster first.", source="user")
        with hs.task(type="deploy", intent=ASKED) as task:
            agent = Agent(
                name="deployer", instructions=INSTRUCTIONS, model=Scripted(*STEPS), tools=[*memory_tools(task), deploy]
            )
            run = Runner.run_sync(agent, ASKED, hooks=TaskHooks(task), run_config=RunConfig(tracing_disabled=True))
        print("answer:", run.final_output)
        for event in hs.trace(task.task_id).events:
            print(f"{event.sequence} {event.kind}: {event.name} {event.text}".rstrip())
        print("remembered:", [memory.content for memory in hs.memories().items])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(made)
