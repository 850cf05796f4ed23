"""Puts packed functions into a bucket, and prints the parameters that say where they are.

    python upload.py FOLDER BUCKET [PREFIX]

Makes the bucket if it is missing, private as every new one. Code has its content in its name: what is there already stays, and
nothing is removed, since a stack that rolls back takes the code that it had.

The name of a bucket can be guessed, and whoever makes it first owns it: a bucket of another account is never used.
"""

import json
import pathlib
import sys

import boto3
from botocore.exceptions import ClientError


def upload(folder: pathlib.Path, bucket: str, prefix: str, s3, account: str) -> dict[str, str]:
    """Puts what is missing, and returns the parameters."""
    ours = {"Bucket": bucket, "ExpectedBucketOwner": account}
    try:
        s3.head_bucket(**ours)
    except ClientError as error:
        if error.response["Error"]["Code"] not in ("404", "NoSuchBucket"):
            sys.exit(
                f"upload: the bucket {bucket} cannot be used, since it is not of the account {account} or you may not: {error}. "
                "Name one of yours as CODE_BUCKET."
            )
        _make(bucket, s3, account)
    pages = s3.get_paginator("list_objects_v2").paginate(**ours, Prefix=prefix)
    there = {each["Key"] for page in pages for each in page.get("Contents", [])}
    for path in sorted(folder.glob("*.zip")):
        if prefix + path.name not in there:
            s3.upload_file(str(path), bucket, prefix + path.name, ExtraArgs={"ExpectedBucketOwner": account})
    return {"CodeBucket": bucket, "CodePrefix": prefix}


def _make(bucket: str, s3, account: str) -> None:
    """Makes the bucket, which nobody uses over plain connections."""
    region = s3.meta.region_name
    place = {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}
    s3.create_bucket(Bucket=bucket, **place)
    arn = f"arn:{s3.meta.partition}:s3:::{bucket}"
    said = {
        "Sid": "EncryptedConnectionsOnly", "Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": [arn, f"{arn}/*"],
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
    policy = json.dumps({"Version": "2012-10-17", "Statement": [said]})
    s3.put_bucket_policy(Bucket=bucket, ExpectedBucketOwner=account, Policy=policy)


if __name__ == "__main__":
    name, to, *rest = sys.argv[1:]
    session = boto3.session.Session()
    own = session.client("sts").get_caller_identity()["Account"]
    for parameter, value in upload(pathlib.Path(name), to, *(rest or [""]), session.client("s3"), own).items():
        print(f"{parameter}={value}")
