"""Hindsight in a program of your own: write, search, record a task, look back over it. Needs no server and no model.

Run it: python examples/embedded.py [FOLDER]"""

import sys
import tempfile

from hindsight_memory import Hindsight


def main(folder: str) -> None:
    """Write, record a task that fails, and recall what it taught."""
    with Hindsight.open(folder, space="project:api") as hs:
        answer = hs.write("Deploys go through the staging cluster first.", source="user")
        print("write:", answer.verdict, answer.memory_id)

        @hs.traced(type="deploy")
        def deploy(service: str) -> str:
            raise RuntimeError(f"quota exceeded: the staging cluster allows at most 5 pods per namespace ({service})")

        try:
            deploy("billing")
        except RuntimeError as error:
            print("deploy:", error)

        with hs.task(type="deploy", intent="Deploy the billing service.") as task:
            known = task.search("how do we deploy?")
            print("recalled:", [hit.content for hit in known.hits])
            task.event("user", "Deploy billing. And remember: release notes are always written in English.")
            with task.tool("shell", {"cmd": "make deploy"}) as call:
                call.result("deployed billing 2.4.1 to staging")

        for report in hs.review().items:
            for one in report.considered:
                print(f"review: [{one.memory_type}] {one.verdict}: {one.content}")
        for hit in hs.search("release notes").hits:
            print("search:", f"{hit.score:.2f}", hit.content)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(made)
