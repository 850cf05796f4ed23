#!/usr/bin/env bash
# Runs each fuzz target for so many seconds (default 600). What it finds lies in fuzz/artifacts; it becomes a file in
# fuzz/findings/TARGET, which the tests run from then on. Sanitizers need RUSTC_BOOTSTRAP on a stable compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

SECONDS_EACH=${SECONDS_EACH:-600}
CARGO_FUZZ=0.13.1
TARGETS=${TARGETS:-package xml invoice tags compile rich subdocument names pdf joined layout draw}

export PATH="$PWD/.work/tools/bin:$PATH" RUSTC_BOOTSTRAP=1
if ! cargo fuzz --version 2>/dev/null | grep -q "$CARGO_FUZZ"; then
    echo "fuzz: installing cargo-fuzz $CARGO_FUZZ"
    cargo install -q cargo-fuzz --locked --version "$CARGO_FUZZ" --root .work/tools
fi
for target in $TARGETS; do
    mkdir -p "fuzz/corpus/$target" "fuzz/findings/$target"
    echo "fuzz: $target, $SECONDS_EACH seconds"
    cargo fuzz run --target-dir fuzz/target "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" "fuzz/findings/$target" -- \
        -dict=fuzz/words.dict -max_total_time="$SECONDS_EACH" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=1
done
