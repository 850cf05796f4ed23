#!/usr/bin/env bash
# Puts the browser console where a web server or a bucket serves it: infra/console.sh API_URL s3://BUCKET[/PATH]|FOLDER [PAGE_URL]
# PAGE_URL is the address that it is served at: with it, the Word add-in gets its manifest. The console then speaks to the API at API_URL, another host than its own; docs/deploy.md explains what else that takes.
set -euo pipefail
cd "$(dirname "$0")/.."

api=${1:?the address of the API, such as https://abc123.execute-api.eu-central-1.amazonaws.com}
to=${2:?where the files go: s3://BUCKET[/PATH] or a folder}

page=${3:-}

# They become part of pages, and of what those may speak to.
address='^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9./_-]*)?$'
[[ $api =~ $address ]] || { echo "console: $api is not the address of an API"; exit 1; }
[[ -z $page || $page =~ $address ]] || { echo "console: $page is not the address of a page"; exit 1; }
api=${api%/}/
host=$(sed -E 's|^(https?://[^/]+).*|\1|' <<<"$api")

# As the one-machine home says it in a header. Uploads and large documents go straight to and from S3.
rest="style-src 'self'; img-src 'self' data: blob:; connect-src 'self' $host https://*.amazonaws.com; frame-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
policy="default-src 'none'; script-src 'self'; $rest"
# Microsoft asks that Office.js come from its own servers.
addin_policy="default-src 'none'; script-src 'self' https://appsforoffice.microsoft.com; $rest"

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
cp -r shared/console/dist/. "$staged"
# The page's own settings: of which file, and what it may do.
settle() {
    sed -i -e "s|<meta name=\"platen-api\" content=\"[.]*\">|<meta name=\"platen-api\" content=\"$api\">|" \
        -e "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$2\">|" "$1"
}
settle "$staged/index.html" "$policy"
settle "$staged/addin/index.html" "$addin_policy"
if [[ $page ]]; then
    page=${page%/}
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
    # The same address has the same id (RFC 9562, version 8).
    id=$(printf %s "$page" | sha256sum | sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/\1-\2-8\3-8\4-\5/')
    sed -i -e "s|[$]BASE/api/|${api}api/|g; s|[$]BASE|$page|g; s|[$]ID|$id|; s|[$]VERSION|$version.0|; s|[$]WARNING||" \
        -e "s|[$]ORIGIN|$(sed -E 's|^(https?://[^/]+).*|\1|' <<<"$page")|" "$staged/addin/manifest.xml"
else
    rm "$staged/addin/manifest.xml"
fi

case $to in
    s3://*) aws s3 sync "$staged" "$to" --delete --cache-control no-cache ;;
    *)
        mkdir -p "$to"
        cp -r "$staged/." "$to"
        ;;
esac
echo "console: in $to, for the API at $api"
