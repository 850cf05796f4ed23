"""Translates infra/template.yaml from AWS SAM to plain CloudFormation, as AWS does it when a template with `Transform` is
deployed, but for AWS's own policies, in whose places the template has narrower ones. What is plain needs no CAPABILITY_AUTO_EXPAND, and Terraform and the CDK take it.

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
# The policies that SAM attaches to each role, by their names, and what the template has in their places.
OWN_POLICIES = {
    "AWSLambdaBasicExecutionRole": {"Ref": "WriteLogs"},
    "AWSLambdaVPCAccessExecutionRole": {"Fn::If": ["InNetwork", {"Ref": "UseNetwork"}, {"Ref": "AWS::NoValue"}]},
    "AWSXrayWriteOnlyAccess": {"Fn::If": ["Traces", {"Ref": "SendTraces"}, {"Ref": "AWS::NoValue"}]},
}
USE_KEY = {"Fn::If": ["HasKey", {"Ref": "UseKey"}, {"Ref": "AWS::NoValue"}]}


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
    translated = Translator({}, Parser()).translate(template, parameter_values=defaults)
    for resource in translated["Resources"].values():
        # The roles of functions, which are SAM's; the template's own name what is attached to them.
        if resource["Type"] == "AWS::IAM::Role" and {"Key": "lambda:createdBy", "Value": "SAM"} in resource["Properties"].get("Tags", []):
            _narrow(resource["Properties"])
    return translated


def _narrow(role: dict) -> None:
    """Attaches the template's policies to a role in the places of AWS's own."""
    own = lambda each: OWN_POLICIES[each.rpartition("/")[2]] if isinstance(each, str) else each  # noqa: E731
    role["ManagedPolicyArns"] = [*map(own, role["ManagedPolicyArns"]), USE_KEY]


def in_bucket(bucket: str):
    """Code that lies in a bucket under the names of its folders."""
    return lambda folder: (bucket, f"{folder}.zip")


if __name__ == "__main__":
    json.dump(translated(in_bucket(sys.argv[1])), sys.stdout, indent=1)
