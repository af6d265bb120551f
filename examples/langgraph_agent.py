"""A LangGraph graph whose store is Hindsight. The model is a script, so it needs no key and no network.

Run it: python examples/langgraph_agent.py [FOLDER]   (needs the extra `langgraph`)"""

import sys
import tempfile
from typing import Any, NotRequired, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from hindsight_memory import Hindsight
from hindsight_memory.integrations.langgraph import HindsightStore


class State(TypedDict):
    """What goes through the graph."""

    user: str
    said: str
    recalled: NotRequired[list[str]]
    answer: NotRequired[str]


def remember(state: State, runtime: Runtime[None]) -> dict[str, Any]:
    """Keep what the user says about themselves."""
    store = runtime.store
    if store is not None and "always" in state["said"]:
        store.put(("users", state["user"]), "style", {"content": state["said"]})
    return {}


def recall(state: State, runtime: Runtime[None]) -> dict[str, Any]:
    """Look for what is known about the user."""
    store = runtime.store
    found = store.search(("users", state["user"]), query=state["said"]) if store is not None else []
    return {"recalled": [entry.value["content"] for entry in found]}


def answer(state: State) -> dict[str, Any]:
    """What a model would say."""
    known = "; ".join(state.get("recalled", [])) or "nothing"
    return {"answer": f"I know: {known}"}


def main(folder: str) -> None:
    """Say something once, ask later, and ask as somebody else."""
    with Hindsight.open(folder) as hs:
        graph: Any = StateGraph(State)
        for node in (remember, recall, answer):
            graph.add_node(node.__name__, node)
        graph.add_edge(START, "remember")
        graph.add_edge("remember", "recall")
        graph.add_edge("recall", "answer")
        graph.add_edge("answer", END)
        agent = graph.compile(store=HindsightStore(hs, source="user"))
        agent.invoke({"user": "mira", "said": "I always want release notes in English."})
        print("mira:", agent.invoke({"user": "mira", "said": "Which language for the release notes?"})["answer"])
        print("jonas:", agent.invoke({"user": "jonas", "said": "Which language for the release notes?"})["answer"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(made)
