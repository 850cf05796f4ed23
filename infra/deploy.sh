#!/usr/bin/env bash
# Packs the functions and creates or changes a deployment: infra/deploy.sh STACK [PARAMETER=VALUE ...]
# Uses the credentials and the region of the environment, as every AWS tool does. docs/deploy.md explains the rest.
#   CODE_BUCKET=name   a bucket for the code; otherwise STACK-code-ACCOUNT-REGION, which is made
#   TAGS="k=v k=v"     tags of all resources
#   ROLE_ARN=arn       a role that CloudFormation takes to make them, instead of yours
# Parameters that the stack has already stay as they are; `PARAMETER=` switches an option off.
#   PACKAGE=folder     what `make package` made, to deploy it as it is
set -euo pipefail
cd "$(dirname "$0")/.."

stack=${1:?the name of the stack, such as: infra/deploy.sh platen}
shift

say() { echo "deploy: $*"; }
stop() { say "$*"; exit 1; }

# The stack's name begins the names of its buckets, which S3 bounds and wants in lower case.
[[ $stack =~ ^[a-z][a-z0-9-]{0,22}$ ]] || stop "a stack's name has 1 to 23 characters: lower-case letters, digits and hyphens"
[ -n "${AWS_REGION:-${AWS_DEFAULT_REGION:-}}" ] || stop "set AWS_REGION, such as: export AWS_REGION=eu-central-1"
export AWS_DEFAULT_REGION=${AWS_REGION:-$AWS_DEFAULT_REGION} SAM_CLI_TELEMETRY=0

python=.work/deploy/bin/python
[ -x $python ] || ./infra/package.sh --tools
given=$($python infra/check.py --stack "$stack" Names="$stack" "$@")
[ -n "${PACKAGE:-}" ] || { ./infra/package.sh; PACKAGE=target/package; }

account=$($python -c 'import boto3; print(boto3.client("sts").get_caller_identity()["Account"])')
bucket=${CODE_BUCKET:-$stack-code-$account-$AWS_DEFAULT_REGION}
say "putting the code into $bucket"
code=$($python infra/upload.py "$PACKAGE" "$bucket" "$stack/")

say "deploying the stack $stack to $AWS_DEFAULT_REGION"
mapfile -t parameters <<<"$given"$'\n'"$code"
options=()
# shellcheck disable=SC2206 # several words
[ -z "${TAGS:-}" ] || options+=(--tags $TAGS)
[ -z "${ROLE_ARN:-}" ] || options+=(--role-arn "$ROLE_ARN")
.work/deploy/bin/sam deploy --template-file "$PACKAGE/platen.template.json" --stack-name "$stack" \
    --s3-bucket "$bucket" --s3-prefix "$stack" --capabilities CAPABILITY_IAM --no-confirm-changeset \
    --no-fail-on-empty-changeset --parameter-overrides "${parameters[@]}" ${options[@]+"${options[@]}"}
