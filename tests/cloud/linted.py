"""What cfn-lint says of the template as deployments have it, where the patterns of values count: in the source they stand
behind references and conditions.

    python linted.py
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import concrete


def said(stack: concrete.Stack, folder: pathlib.Path) -> str:
    """What is wrong with one deployment, in cfn-lint's words."""
    resources = {name: {"Type": each["Type"], "Properties": each["Properties"]} for name, each in stack.resources.items()}
    path = folder / "stack.json"
    path.write_text(json.dumps({"AWSTemplateFormatVersion": "2010-09-09", "Resources": resources}))
    lint = pathlib.Path(sys.executable).with_name("cfn-lint")
    return subprocess.run([lint, "--regions", concrete.REGION, "--", path], capture_output=True, text=True, check=False).stdout


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="platen-linted-") as name:
        folder = pathlib.Path(name)
        stacks = concrete.stacks()
        wrong = [f"{which}: {found}" for which, stack in stacks.items() if (found := said(stack, folder))]
        spoilt = stacks["as it is"]
        spoilt.resources["JobsBucket"]["Properties"]["BucketName"] = "Not a name of S3"
        if not said(spoilt, folder):
            wrong.append("cfn-lint finds nothing in a bucket without a name")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"cfn-lint finds nothing in {len(stacks)} deployments")


if __name__ == "__main__":
    main()
