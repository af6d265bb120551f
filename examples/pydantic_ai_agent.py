"""A Pydantic AI agent that recalls and remembers. The model is a script, so it needs no key and no network.

Run it: python examples/pydantic_ai_agent.py [FOLDER]   (needs the extra `pydantic-ai`)"""

import sys
import tempfile

from pydantic_ai import Agent, FunctionToolset, ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.messages import ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from hindsight_memory import Hindsight
from hindsight_memory.integrations.pydantic_ai import RecordedToolset, memory_toolset

ASKED = "Deploy the billing service, and remember that deploys need a ticket."


def scripted(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
    """Recall, deploy, remember, answer: what a model would do, step by step."""
    returned = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    steps = (
        ToolCallPart("memory_search", {"query": "how do we deploy?"}),
        ToolCallPart("deploy", {"service": "billing", "cluster": "staging"}),
        ToolCallPart("memory_write", {"content": "Every deploy needs a ticket.", "source": "user"}),
        TextPart("Deployed billing to staging first, as you told me earlier."),
    )
    return ModelResponse(parts=[steps[len(returned)]])


def deploy(service: str, cluster: str) -> str:
    """Deploy a service to a cluster."""
    return f"{service} runs on {cluster}"


def main(folder: str) -> None:
    """Run the agent inside a task, then look at what was recorded and kept."""
    with Hindsight.open(folder, space="project:api") as hs:
        hs.write("Deploys go through the staging cluster first.", source="user")
        with hs.task(type="deploy", intent=ASKED) as task:
            tools = RecordedToolset(FunctionToolset([deploy]), task)
            agent = Agent(FunctionModel(scripted), toolsets=[memory_toolset(task), tools])
            task.event("user", ASKED)
            answer = agent.run_sync(ASKED).output
            task.event("assistant", answer)
        print("answer:", answer)
        for event in hs.trace(task.task_id).events:
            print(f"{event.sequence} {event.kind}: {event.name} {event.text}".rstrip())
        print("remembered:", [memory.content for memory in hs.memories().items])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(made)
