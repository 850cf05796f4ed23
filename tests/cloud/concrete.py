"""The translated template as one deployment has it: conditions decided, references replaced by names and ARNs.

What AWS makes up (the id of an API, names that CloudFormation invents) is made up here too.
"""

import copy
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parents[2] / "infra"))

import check
import translate

ACCOUNT = "123456789012"
REGION = "eu-central-1"
STACK = "platen"
PSEUDO = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Region": REGION,
    "AWS::Partition": "aws",
    "AWS::StackName": STACK,
    "AWS::URLSuffix": "amazonaws.com",
}
# A deployment with every option, beside the one with none.
EVERYTHING = {
    "AlarmTopicArn": f"arn:aws:sns:{REGION}:{ACCOUNT}:alarms",
    "EventBusArn": f"arn:aws:events:{REGION}:{ACCOUNT}:event-bus/documents",
    "KmsKeyArn": f"arn:aws:kms:{REGION}:{ACCOUNT}:key/0d9e1a70-7f2c-4a44-8cc3-0f8b7d3f7a11",
    "SubnetIds": "subnet-0a1b2c3d,subnet-1a2b3c4d",
    "SecurityGroupIds": "sg-0a1b2c3d",
    "PermissionsBoundaryArn": f"arn:aws:iam::{ACCOUNT}:policy/boundary",
    "WebAclArn": f"arn:aws:wafv2:us-east-1:{ACCOUNT}:global/webacl/platen/0d9e1a70-7f2c-4a44-8cc3-0f8b7d3f7a11",
    "OriginSecret": "abcdefghijklmnopqrstuvwxyz,zyxwvutsrqponmlkjihgfedcba",
    "DomainName": "documents.example.com",
    "CertificateArn": f"arn:aws:acm:us-east-1:{ACCOUNT}:certificate/0d9e1a70-7f2c-4a44-8cc3-0f8b7d3f7a11",
    "AccessLogBucket": "logs",
    "FontsLayerArn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:layer:fonts:3",
    "Tracing": "Active",
    "DeletionProtection": "true",
    "MaximumTableUnits": "4000",
    "ConsoleOrigin": "https://console.example.com",
    "OidcIssuer": "https://login.example.com",
    "OidcName": "Example Login",
    "OidcClientId": "platen",
    "OidcClientSecretArn": f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:platen-oidc-1a2b3c",
    "OidcGroups": "docs-admins=administrator@9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4",
}
# The one that takes up what was restored, under a name of its own.
RESTORED = {
    "ExistingTable": "restored",
    "ExistingTableStreamArn": f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/restored/stream/2026-01-01T00:00:00.000",
    "ExistingSecretsTable": "restored-secrets",
    "ExistingTemplatesBucket": "restored-templates",
    "DomainName": "documents.example.com",
    "CertificateArn": f"arn:aws:acm:{REGION}:{ACCOUNT}:certificate/0d9e1a70-7f2c-4a44-8cc3-0f8b7d3f7a11",
}
_NOTHING = object()


class Stack:
    """A deployment: its resources and outputs, in final words."""

    def __init__(self, template: dict, given: dict[str, str]):
        self.template, self.values = template, check.values(template, given)
        chosen = {
            name: each for name, each in template["Resources"].items()
            if "Condition" not in each or self.holds(each["Condition"])
        }
        self.properties = {name: each.get("Properties", {}) for name, each in chosen.items()}
        self.types = {name: each["Type"] for name, each in chosen.items()}
        self.resources = {
            name: {**each, "Properties": self.final(each.get("Properties", {}))} for name, each in chosen.items()
        }

    def of_type(self, kind: str) -> dict[str, dict]:
        """The properties of the resources of a type, by name."""
        return {name: each["Properties"] for name, each in self.resources.items() if each["Type"] == kind}

    def holds(self, name: str) -> bool:
        """Whether a condition holds."""
        said = self.template["Conditions"][name]
        return check.decide(said, self.final)

    def broken_rules(self) -> list[str]:
        """What the section `Rules` says of these parameters."""
        return check.broken_rules(self.template, self.final)

    def final(self, value):
        """A value with all functions worked out."""
        found = self._final(value)
        return None if found is _NOTHING else found

    def _final(self, value):
        if isinstance(value, list):
            return [each for each in map(self._final, value) if each is not _NOTHING]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((function, arguments),) = value.items()
            match function:
                case "Ref":
                    return _NOTHING if arguments == "AWS::NoValue" else self._named(arguments)
                case "Fn::GetAtt":
                    name, attribute = arguments if isinstance(arguments, list) else arguments.split(".", 1)
                    return self._attribute(name, attribute)
                case "Fn::If":
                    return self._final(arguments[1 if self.holds(arguments[0]) else 2])
                case "Fn::Join":
                    return arguments[0].join(self._final(arguments[1]))
                case "Fn::Split":
                    return self._final(arguments[1]).split(arguments[0])
                case "Fn::Select":
                    return self._final(arguments[1])[int(arguments[0])]
                case "Fn::Sub":
                    text, local = arguments if isinstance(arguments, list) else (arguments, {})
                    return re.sub(r"\$\{([^!}]+)\}", lambda m: str(self._substituted(m[1], local)), text)
        found = {name: self._final(each) for name, each in value.items()}
        return {name: each for name, each in found.items() if each is not _NOTHING}

    def _substituted(self, name: str, local: dict):
        if name in local:
            return self._final(local[name])
        return self._attribute(*name.split(".", 1)) if "." in name else self._named(name)

    def _named(self, name: str):
        if name in PSEUDO:
            return PSEUDO[name]
        if name in self.values:
            return self.values[name]
        match self.types[name]:
            case "AWS::S3::Bucket":
                return self.final(self.properties[name]["BucketName"])
            case "AWS::SQS::Queue":
                return f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT}/{STACK}-{name}"
            case "AWS::IAM::ManagedPolicy":
                return f"arn:aws:iam::{ACCOUNT}:policy/{STACK}-{name}"
            case "AWS::Logs::LogGroup":
                return self.final(self.properties[name].get("LogGroupName", f"{STACK}-{name}"))
        return f"{STACK}-{name}"

    def _attribute(self, name: str, attribute: str) -> str:
        own = self._named(name)
        match self.types[name], attribute:
            case "AWS::S3::Bucket", "Arn":
                return f"arn:aws:s3:::{own}"
            case "AWS::SQS::Queue", "Arn":
                return f"arn:aws:sqs:{REGION}:{ACCOUNT}:{STACK}-{name}"
            case "AWS::SQS::Queue", "QueueName":
                return f"{STACK}-{name}"
            case "AWS::DynamoDB::Table", "Arn":
                return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{own}"
            case "AWS::DynamoDB::Table", "StreamArn":
                return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{own}/stream/2026-01-01T00:00:00.000"
            case "AWS::Lambda::Function", "Arn":
                return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{own}"
            case "AWS::IAM::Role", "Arn":
                return f"arn:aws:iam::{ACCOUNT}:role/{own}"
            case "AWS::Logs::LogGroup", "Arn":
                return f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{own}:*"
        return f"{own}.{attribute}"

    def statements(self, role: str) -> list[dict]:
        """What a role's policies say, its own and those attached to it."""
        documents = [each["PolicyDocument"] for each in self.resources[role]["Properties"].get("Policies", [])]
        for name, policy in self.of_type("AWS::IAM::ManagedPolicy").items():
            if self._named(name) in self.resources[role]["Properties"].get("ManagedPolicyArns", []):
                documents.append(policy["PolicyDocument"])
            elif self._named(role) in policy.get("Roles", []):
                documents.append(policy["PolicyDocument"])
        return [copy.deepcopy(each) for document in documents for each in document["Statement"]]


def stacks() -> dict[str, Stack]:
    """The deployments that are looked at."""
    template = translate.translated(translate.in_bucket("code"))
    return {
        "as it is": Stack(template, {}),
        "with every option": Stack(template, EVERYTHING),
        "restored": Stack(template, RESTORED),
    }


def texts(value) -> list:
    """A value of IAM or CloudFormation that may stand alone or in a list, as a list."""
    return value if isinstance(value, list) else [value]
