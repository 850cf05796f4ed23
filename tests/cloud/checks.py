"""What infra/check.py says of parameters, alone and in an account.

    python checks.py
"""

import contextlib
import io
import pathlib
import shlex
import tempfile
from types import SimpleNamespace

import concrete  # which says where infra/ is
import check
import translate
import upload
from botocore.exceptions import ClientError


def account(concurrency: int = 1000, **answers) -> SimpleNamespace:
    """An account that knows these answers, and has nothing else."""

    class Client:
        def __getattr__(self, name: str):
            def ask(**_):
                if name in answers:
                    return answers[name]
                raise ClientError({"Error": {"Code": answers.get("code", "404"), "Message": "Not Found"}}, name)

            return ask

    limits = {"AccountLimit": {"ConcurrentExecutions": concurrency}}
    answers["get_account_settings"] = limits
    return SimpleNamespace(client=lambda _, **__: Client())


def said(given: dict[str, str], at: SimpleNamespace | None = None) -> list[str]:
    """What is wrong with parameters; what is only told is thrown away."""
    wrong = check.wrong_values(translate.source(), given)
    with contextlib.redirect_stderr(io.StringIO()):
        return wrong or (check.wrong_in_account(given, at) if at else [])


def one(given: dict[str, str], words: str, at: SimpleNamespace | None = None) -> None:
    found = said(given, at)
    assert len(found) == 1 and words in found[0], (given, found)


def a_stack_keeps_what_it_has() -> None:
    template = translate.source()
    has = {"CodeBucket": "code", "MaximumRenderers": "5", **concrete.EVERYTHING, "OriginSecret": "****"}
    shown = [{"ParameterKey": name, "ParameterValue": value} for name, value in has.items()]
    stack = account(describe_stacks={"Stacks": [{"Parameters": shown}]})
    kept = check.standing(template, "platen", stack)
    assert kept == {**concrete.EVERYTHING, "MaximumRenderers": "5", "OriginSecret": check.HIDDEN}, kept

    def deployed(**given: str) -> dict[str, str]:
        parameters, wrong = check.together(template, kept, given)
        assert wrong == [], wrong
        # Each is whole in one word of a shell, and nothing is a value.
        words = [shlex.split(word) for word in check.written(parameters)]
        assert all(len(word) == 1 for word in words), words
        return dict(word[0].split("=", 1) for word in words)

    groups = 'office=operator@Y; "all" of\\them=reader@X'
    assert deployed(OidcGroups=groups)["OidcGroups"] == groups
    # What is hidden stays hidden, is changed, and goes with what it belongs to.
    assert "OriginSecret" not in deployed() and deployed()["AlarmTopicArn"] == concrete.EVERYTHING["AlarmTopicArn"]
    assert deployed(OriginSecret="y" * 20)["OriginSecret"] == "y" * 20
    off = deployed(WebAclArn="", DomainName="", CertificateArn="", PublicUrl="https://a.example.com", AlarmTopicArn="")
    assert (off["WebAclArn"], off["OriginSecret"], off["AlarmTopicArn"]) == ("", "", ""), off
    _, wrong = check.together(template, kept, {"SubnetIds": ""})
    assert len(wrong) == 1 and "go together" in wrong[0], wrong
    _, wrong = check.together(template, {**kept, "Names": "platen"}, {"Names": "letters"})
    assert len(wrong) == 1 and "stays so" in wrong[0], wrong
    try:
        check.standing(template, "platen", account(describe_stacks={"Stacks": [{"StackStatus": "ROLLBACK_COMPLETE"}]}))
    except SystemExit as refused:
        assert "delete-stack" in str(refused), refused
    else:
        raise AssertionError("a stack that never stood is changed")
    # A stack that was fitted to a new account says that there is room now, and keeps what may have been chosen.
    told = io.StringIO()
    with contextlib.redirect_stderr(told):
        assert check.wrong_in_account({"MaximumRenderers": "5"}, account(), chosen=False) == []
    assert "MaximumRenderers=20" in told.getvalue(), told.getvalue()


def a_new_stack_finds_its_names_free() -> None:
    caller = {"get_caller_identity": {"Account": concrete.ACCOUNT}}
    free, taken = account(**caller), account(**caller, head_bucket={})
    free.region_name = taken.region_name = concrete.REGION
    assert check.taken_names({"Names": "documents"}, free) == []
    found = check.taken_names({"Names": "documents"}, taken)
    buckets = [f"documents-{kind}-{concrete.ACCOUNT}-{concrete.REGION}" for kind in ("jobs", "templates")]
    assert [each.split()[2] for each in found] == buckets and "ExistingTemplatesBucket" in found[1], found
    assert len(check.taken_names(concrete.RESTORED, taken)) == 1


class Buckets:
    """S3, whose bucket `code` may be another account's."""

    def __init__(self, owner: str | None):
        self.owner, self.calls = owner, []
        self.meta = SimpleNamespace(region_name="eu-central-1", partition="aws")

    def head_bucket(self, Bucket: str, ExpectedBucketOwner: str) -> None:  # noqa: N803  names of boto3
        if self.owner != ExpectedBucketOwner:
            raise ClientError({"Error": {"Code": "403" if self.owner else "404", "Message": Bucket}}, "HeadBucket")

    def __getattr__(self, name: str):
        def call(*_, **given):
            self.calls.append((name, given))
            return SimpleNamespace(paginate=lambda **given: self.calls.append(("list", given)) or [])

        return call


def code_goes_into_a_bucket_of_ones_own() -> None:
    with tempfile.TemporaryDirectory(prefix="platen-upload-") as name:
        folder, own = pathlib.Path(name), concrete.ACCOUNT
        (folder / "render-chunk-1.zip").write_bytes(b"code")
        put = lambda buckets: upload.upload(folder, "code", "platen/", buckets, own)  # noqa: E731
        ours, nobodys, theirs = Buckets(own), Buckets(None), Buckets("999999999999")
        assert put(ours) == put(nobodys) == {"CodeBucket": "code", "CodePrefix": "platen/"}
        assert [call for call, _ in nobodys.calls] == ["create_bucket", "put_bucket_policy", "get_paginator", "list", "upload_file"]
        assert "aws:SecureTransport" in nobodys.calls[1][1]["Policy"]
        for call, given in [*ours.calls, *nobodys.calls[1:]]:
            assert call == "get_paginator" or (given.get("ExtraArgs") or given)["ExpectedBucketOwner"] == own, (call, given)
        try:
            put(theirs)
        except SystemExit as refused:
            assert "not of the account" in str(refused) and not theirs.calls, refused
        else:
            raise AssertionError("code goes to another account")


def main() -> None:
    code_goes_into_a_bucket_of_ones_own()
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
    assert said({"KmsKeyArn": concrete.EVERYTHING["KmsKeyArn"]}, account(code="AccessDeniedException")) == []
    one({**concrete.EVERYTHING, "CertificateArn": concrete.RESTORED["CertificateArn"]}, "of us-east-1 alone")
    one({"Limits": "job_items=5000,archive_bytes=100000000000"}, "an archive on S3 has 83886080000 bytes at most")
    a_stack_keeps_what_it_has()
    a_new_stack_finds_its_names_free()
    print("parameters are checked before anything is built")


if __name__ == "__main__":
    main()
