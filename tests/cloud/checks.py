"""What infra/check.py says of parameters, alone and in an account.

    python checks.py
"""

import contextlib
import io
from types import SimpleNamespace

import concrete  # which says where infra/ is
import check
import translate
from botocore.exceptions import ClientError


def account(concurrency: int = 1000, **answers) -> SimpleNamespace:
    """An account that knows these answers, and has nothing else."""

    class Client:
        def __getattr__(self, name: str):
            def ask(**_):
                if name in answers:
                    return answers[name]
                raise ClientError({"Error": {"Code": "404", "Message": "Not Found"}}, name)

            return ask

    limits = {"AccountLimit": {"ConcurrentExecutions": concurrency}}
    answers["get_account_settings"] = limits
    return SimpleNamespace(client=lambda _: Client())


def said(given: dict[str, str], at: SimpleNamespace | None = None) -> list[str]:
    """What is wrong with parameters; what is only told is thrown away."""
    wrong = check.wrong_values(translate.source(), given)
    with contextlib.redirect_stderr(io.StringIO()):
        return wrong or (check.wrong_in_account(given, at) if at else [])


def one(given: dict[str, str], words: str, at: SimpleNamespace | None = None) -> None:
    found = said(given, at)
    assert len(found) == 1 and words in found[0], (given, found)


def main() -> None:
    for given in ({}, concrete.EVERYTHING, concrete.RESTORED):
        assert said(dict(given)) == [], given
    one({"names": "platen"}, "did you mean Names?")
    one({"Names": "Prod"}, "lower-case letters")
    one({"RenderMemory": "128"}, "a whole number from 512 to 10240")
    one({"LogRetentionDays": "31"}, "one of 1, 3, 5")
    one({"KmsKeyArn": "alias/documents"}, "not of an alias")
    one({"SubnetIds": "subnet-1"}, "SubnetIds and SecurityGroupIds go together")
    one({"OriginSecret": "short"}, "20 to 128")

    new, usual = account(concurrency=10), account()
    given: dict[str, str] = {}
    assert said(given, new) == [] and given == {"MaximumRenderers": "5"}, given
    given = {}
    assert said(given, usual) == [] and given == {}, given
    one({"MaximumRenderers": "20"}, "Give 5 at most", new)
    one({"KmsKeyArn": concrete.EVERYTHING["KmsKeyArn"]}, "no such key in this region", usual)
    domain = {name: concrete.RESTORED[name] for name in ("DomainName", "CertificateArn")}
    one(domain, "wait until it is ISSUED", account(describe_certificate={"Certificate": {"Status": "PENDING_VALIDATION"}}))
    table = {name: concrete.RESTORED[name] for name in ("ExistingTable", "ExistingTableStreamArn")}
    stream = {"StreamSpecification": {"StreamViewType": "NEW_AND_OLD_IMAGES"}, "LatestStreamArn": table["ExistingTableStreamArn"]}
    assert said(dict(table), account(describe_table={"Table": stream})) == []
    one(table, "its stream must be on", account(describe_table={"Table": {}}))
    one({**table, "ExistingTableStreamArn": table["ExistingTableStreamArn"] + "1"}, "give that as", account(describe_table={"Table": stream}))
    print("parameters are checked before anything is built")


if __name__ == "__main__":
    main()
