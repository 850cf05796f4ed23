#!/usr/bin/env bash
# Builds the functions for Lambda and packs them with their template: infra/package.sh [FOLDER|--tools]
# (default target/package; --tools installs what that and `make deploy` need, and no more)
# MACHINE=x86_64 builds them for Intel's and AMD's processors instead of arm64, and costs a fourth more.
# Needs no account. What lies in the folder then can be deployed any number of times, by anything; docs/deploy.md shows how.
set -euo pipefail
cd "$(dirname "$0")/.."

machine=${MACHINE:-arm64}
case $machine in
    arm64) target=aarch64-unknown-linux-gnu option=--arm64 ;;
    x86_64) target=x86_64-unknown-linux-gnu option=--x86-64 ;;
    *) echo "package: MACHINE is $machine; it is arm64 or x86_64" >&2; exit 1 ;;
esac
out=${1:-target/package}

say() { echo "package: $*"; }

place=.work/deploy
if ! cmp -s infra/tools-deploy.txt $place/installed.txt; then
    say "installing cargo-lambda, Zig and the SAM CLI into $place"
    rm -rf $place
    python3 -m venv $place
    $place/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r infra/tools-deploy.txt
    cp infra/tools-deploy.txt $place/installed.txt
fi
[ "$out" != --tools ] || exit 0
export PATH="$PWD/$place/bin:$PATH"

if command -v rustup >/dev/null; then
    rustup target list --installed | grep -qx $target || rustup target add $target
fi
say "building the functions; the first time takes some minutes"
cargo lambda build --profile function $option --locked --workspace --exclude platen --exclude platen-tests
# What makes the PDFs lies beside the functions that have them made, joined, or ask what they would lack.
for function in assemble-archive generate-document generate-template-metadata manage-templates render-chunk; do
    cp target/lambda/convert-pdf/bootstrap target/lambda/$function/convert-pdf
done
$place/bin/python infra/package.py target/lambda "$out" "$machine"
say "$(find "$out" -name '*.zip' | wc -l) functions for $machine and platen.template.json are in $out"
