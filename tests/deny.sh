#!/usr/bin/env bash
# Checks licenses, sources and bans; advisories too, where their database (a git repository) can be fetched. Where it cannot, a
# loud line says so; with PLATEN_ADVISORIES=required, as CI with access to the internet should set it, that is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PWD/.work/tools/bin:$PATH" GIT_TERMINAL_PROMPT=0

cargo-deny --locked --log-level error check --hide-inclusion-graph bans licenses sources

database=https://github.com/rustsec/advisory-db
if timeout 30 git ls-remote -q "$database" HEAD >/dev/null 2>&1; then
    cargo-deny --locked check advisories
    exit
fi
cat >&2 <<TEXT
############################################################################################
##  ADVISORIES NOT CHECKED: this machine cannot reach $database
##  Known vulnerabilities of dependencies were not looked for. Run \`cargo deny check advisories\`
##  on a machine that reaches it before you publish or deploy this.
############################################################################################
TEXT
test "${PLATEN_ADVISORIES:-optional}" != required
