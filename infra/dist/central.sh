#!/usr/bin/env bash
# Packs the Java client as Maven Central takes it: infra/dist/central.sh PACKAGES VERSION BUNDLE.zip
# PACKAGES is a folder of `make dist`; the key that signs is gpg's default.
set -euo pipefail
packages=$1 version=$2 bundle=$(realpath -m "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
place=$work/io/github/platen/platen-client/$version
mkdir -p "$place"
cp "$packages/platen-client-$version.jar" "$packages/platen-client-$version-sources.jar" \
    "$packages/platen-client-$version-javadoc.jar" "$place"
unzip -p "$packages/platen-client-$version.jar" META-INF/maven/io.github.platen/platen-client/pom.xml >"$place/platen-client-$version.pom"
for file in "$place"/*; do
    gpg --batch --yes --armor --detach-sign "$file"
    for sum in md5 sha1 sha256; do
        "${sum}sum" "$file" | cut -d' ' -f1 >"$file.$sum"
    done
done
(cd "$work" && zip -q -r -X "$bundle" io)
