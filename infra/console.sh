#!/usr/bin/env bash
# Puts the browser console where a web server or a bucket serves it: infra/console.sh API_URL s3://BUCKET[/PATH]|FOLDER
# The console then speaks to the API at API_URL, another host than its own; docs/deploy.md explains what else that takes.
set -euo pipefail
cd "$(dirname "$0")/.."

api=${1:?the address of the API, such as https://abc123.execute-api.eu-central-1.amazonaws.com}
to=${2:?where the files go: s3://BUCKET[/PATH] or a folder}

# It becomes part of a page, and of what that page may speak to.
[[ $api =~ ^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9./_-]*)?$ ]] || { echo "console: $api is no address of an API"; exit 1; }
api=${api%/}/
host=$(sed -E 's|^(https?://[^/]+).*|\1|' <<<"$api")

# As the one-machine home says it in a header. Uploads and large documents go straight to and from S3.
policy="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' $host https://*.amazonaws.com; frame-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
cp -r shared/console/dist/. "$staged"
sed -i -e "s|<meta name=\"platen-api\" content=\"\">|<meta name=\"platen-api\" content=\"$api\">|" \
    -e "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" "$staged/index.html"

case $to in
    s3://*) aws s3 sync "$staged" "$to" --delete --cache-control no-cache ;;
    *)
        mkdir -p "$to"
        cp -r "$staged/." "$to"
        ;;
esac
echo "console: in $to, for the API at $api"
