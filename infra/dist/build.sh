#!/usr/bin/env bash
# Builds the program for packages, and prints where it is: infra/dist/build.sh [GLIBC]
# With a version of the C library, such as 2.28, it starts with that and every later one: Zig links it. Without, it needs the one
# of this machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
glibc=${1:-}
target=${CARGO_TARGET_DIR:-target}

if [ -z "$glibc" ]; then
    cargo build --profile shipped --locked --bin platen >&2
    echo "$target/shipped/platen"
    exit
fi
place=.work/dist
if ! cmp -s infra/dist/tools.txt $place/installed.txt; then
    echo "dist: installing cargo-zigbuild and Zig into $place" >&2
    rm -rf $place
    python3 -m venv $place
    $place/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r infra/dist/tools.txt >&2
    cp infra/dist/tools.txt $place/installed.txt
fi
triple=$(uname -m)-unknown-linux-gnu
PATH="$PWD/$place/bin:$PATH" cargo zigbuild --profile shipped --locked --bin platen --target "$triple.$glibc" >&2
echo "$target/$triple/shipped/platen"
