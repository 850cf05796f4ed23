"""Translates infra/template.yaml from AWS SAM to plain CloudFormation, as AWS does it when a template with `Transform` is
deployed. What is plain needs no CAPABILITY_AUTO_EXPAND, and Terraform and the CDK take it.

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

TEMPLATE = pathlib.Path(__file__).parent / "template.yaml"
MANAGED = "arn:aws:iam::aws:policy/"
MANAGED_POLICIES = {
    name: f"{MANAGED}service-role/{name}"
    for name in ("AWSLambdaBasicExecutionRole", "AWSLambdaVPCAccessExecutionRole", "AWSXRayDaemonWriteAccess")
}


def source() -> dict:
    """The template as it is written."""
    return yaml_parse(TEMPLATE.read_text())


def translated(code) -> dict:
    """The template as CloudFormation. `code` says where the code of a function is: its bucket and key, by its folder's name."""
    template = source()
    defaults = {name: each.get("Default", "") for name, each in template["Parameters"].items()}
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            bucket, key = code(pathlib.PurePath(resource["Properties"]["CodeUri"]).name)
            resource["Properties"]["CodeUri"] = {"Bucket": bucket, "Key": key}
    return _anywhere(Translator(MANAGED_POLICIES, Parser()).translate(template, parameter_values=defaults))


def in_bucket(bucket: str):
    """Code that lies in a bucket under the names of its folders."""
    return lambda folder: (bucket, f"{folder}.zip")


def _anywhere(value):
    """The same with AWS's own policies in whichever partition the stack is (China, GovCloud)."""
    if isinstance(value, list):
        return [_anywhere(each) for each in value]
    if isinstance(value, dict):
        return {name: _anywhere(each) for name, each in value.items()}
    if isinstance(value, str) and value.startswith(MANAGED):
        return {"Fn::Sub": value.replace("arn:aws:", "arn:${AWS::Partition}:", 1)}
    return value


if __name__ == "__main__":
    json.dump(translated(in_bucket(sys.argv[1])), sys.stdout, indent=1)
