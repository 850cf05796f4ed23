#!/usr/bin/env bash
# Builds the functions for Lambda and creates or changes a deployment: infra/deploy.sh STACK [PARAMETER=VALUE ...]
# Uses the credentials and the region of the environment, as every AWS tool does. docs/deploy.md explains the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

TARGET=aarch64-unknown-linux-gnu
stack=${1:?the name of the stack, such as: infra/deploy.sh platen}
shift

say() { echo "deploy: $*"; }
stop() { say "$*"; exit 1; }

# The stack's name begins the names of its buckets, which S3 bounds and wants in lower case.
[[ $stack =~ ^[a-z][a-z0-9-]{0,22}$ ]] || stop "a stack's name has 1 to 23 characters: lower-case letters, digits and hyphens"
[ -n "${AWS_REGION:-${AWS_DEFAULT_REGION:-}}" ] || stop "set AWS_REGION, such as: export AWS_REGION=eu-central-1"
export AWS_DEFAULT_REGION=${AWS_REGION:-$AWS_DEFAULT_REGION}

place=.work/deploy
if ! cmp -s infra/tools-deploy.txt $place/installed.txt; then
    say "installing cargo-lambda, Zig and the SAM CLI into $place"
    rm -rf $place
    python3 -m venv $place
    $place/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r infra/tools-deploy.txt
    cp infra/tools-deploy.txt $place/installed.txt
fi
export PATH="$PWD/$place/bin:$PATH" SAM_CLI_TELEMETRY=0

if command -v rustup >/dev/null; then
    rustup target list --installed | grep -qx $TARGET || rustup target add $TARGET
fi
say "building the functions; the first time takes some minutes"
cargo lambda build --profile function --arm64 --locked --workspace --exclude platen --exclude platen-tests
# What makes the PDFs lies beside the functions that have them made, joined, or ask what they would lack.
for function in assemble-archive generate-document generate-template-metadata manage-templates render-chunk; do
    cp target/lambda/convert-pdf/bootstrap target/lambda/$function/convert-pdf
done

say "deploying the stack $stack to $AWS_DEFAULT_REGION"
parameters=()
[ $# = 0 ] || parameters=(--parameter-overrides "$@")
sam deploy --template-file infra/template.yaml --stack-name "$stack" --resolve-s3 --s3-prefix "$stack" \
    --capabilities CAPABILITY_IAM --no-confirm-changeset --no-fail-on-empty-changeset ${parameters[@]+"${parameters[@]}"}
