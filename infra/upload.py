"""Puts packed functions into a bucket, and prints the parameters that say where they are.

    python upload.py FOLDER BUCKET [PREFIX]

Makes the bucket if it is missing, private as every new one. Code has its content in its name: what is there already stays.
"""

import pathlib
import sys

import boto3
from botocore.exceptions import ClientError


def upload(folder: pathlib.Path, bucket: str, prefix: str, s3) -> dict[str, str]:
    """Puts what is missing, and returns the parameters."""
    try:
        s3.head_bucket(Bucket=bucket)
    except ClientError as error:
        if error.response["Error"]["Code"] not in ("404", "NoSuchBucket"):
            sys.exit(f"upload: the bucket {bucket} cannot be used: {error}")
        region = s3.meta.region_name
        place = {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}
        s3.create_bucket(Bucket=bucket, **place)
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
    there = {each["Key"] for page in pages for each in page.get("Contents", [])}
    for path in sorted(folder.glob("*.zip")):
        if prefix + path.name not in there:
            s3.upload_file(str(path), bucket, prefix + path.name)
    return {"CodeBucket": bucket, "CodePrefix": prefix}


if __name__ == "__main__":
    name, to, *rest = sys.argv[1:]
    for parameter, value in upload(pathlib.Path(name), to, *(rest or [""]), boto3.session.Session().client("s3")).items():
        print(f"{parameter}={value}")
