"""Translates infra/template.yaml from AWS SAM to plain CloudFormation, as `sam deploy` has it done by AWS.

    python translate.py CODE_BUCKET > template.json

Each function's code is then looked for in CODE_BUCKET under the name of its folder, such as `render-chunk.zip`.
"""

import json
import os
import pathlib
import sys

# The translator asks for a region and for the names of managed policies, and for nothing of an account.
os.environ.setdefault("AWS_DEFAULT_REGION", "eu-central-1")

from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

TEMPLATE = pathlib.Path(__file__).parents[2] / "infra" / "template.yaml"
MANAGED_POLICIES = {
    name: f"arn:aws:iam::aws:policy/service-role/{name}"
    for name in ("AWSLambdaBasicExecutionRole", "AWSLambdaVPCAccessExecutionRole", "AWSXRayDaemonWriteAccess", "AWSXrayWriteOnlyAccess")
}


def translated(code_bucket: str) -> dict:
    """The template as CloudFormation."""
    template = yaml_parse(TEMPLATE.read_text())
    defaults = {name: each.get("Default", "") for name, each in template["Parameters"].items()}
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            folder = pathlib.PurePath(resource["Properties"]["CodeUri"]).name
            resource["Properties"]["CodeUri"] = {"Bucket": code_bucket, "Key": f"{folder}.zip"}
    return Translator(MANAGED_POLICIES, Parser()).translate(template, parameter_values=defaults)


if __name__ == "__main__":
    json.dump(translated(sys.argv[1]), sys.stdout, indent=1)
