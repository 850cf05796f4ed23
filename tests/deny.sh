#!/usr/bin/env bash
# Checks licences, sources and bans; advisories too, where their database (a git repository) can be reached.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PWD/.work/tools/bin:$PATH" GIT_TERMINAL_PROMPT=0

cargo-deny --locked --log-level error check --hide-inclusion-graph bans licenses sources
if timeout 30 git ls-remote -q https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
    cargo-deny --locked check advisories
else
    echo "advisories: NOT checked, their database at github.com/rustsec/advisory-db cannot be reached from this machine"
fi
