#!/usr/bin/env bash
# Builds the packages into a folder (target/dist): clients as a Python wheel, an npm package, a jar with those of its sources and of
# its documentation, a source package for C#, a module for Go, and a Composer package for
# PHP; the node for n8n as another npm package; and the collections of requests. Prints
# their paths. Needs what `make clients` writes and `make setup-test` installs.
set -euo pipefail
cd "$(dirname "$0")/../.."
to=$(realpath -m "${1:-target/dist}")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
mkdir -p "$to"
# Copies, so that nothing of a build stays among the sources.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r shared/clients/python shared/clients/typescript shared/clients/n8n shared/clients/java "$work"
for name in python typescript n8n; do cp LICENSE "$work/$name"; done

.work/clients/bin/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation "$work/python" -w "$to"

for name in typescript n8n; do
    rm -rf "$work/$name/dist"
    .work/typescript/node_modules/.bin/tsc --project "$work/$name"
done
# For programs that call require().
.work/typescript/node_modules/.bin/tsc --project "$work/typescript" --module commonjs --moduleResolution node10 \
    --outDir "$work/typescript/dist/cjs"
echo '{ "type": "commonjs" }' >"$work/typescript/dist/cjs/package.json"
# What is no program, n8n takes from beside the node.
cp shared/clients/n8n/nodes/Platen/platen.svg "$work/n8n/dist/nodes/Platen"
for name in typescript n8n; do
    (cd "$work/$name" && npm pack --silent --pack-destination "$to" >/dev/null)
done

jackson=/usr/share/java/jackson-databind.jar:/usr/share/java/jackson-core.jar:/usr/share/java/jackson-annotations.jar
classes=$work/java/classes maven=$work/java/classes/META-INF/maven/io.github.platen/platen-client
mkdir -p "$maven"
# Exceptions are not stored, so they need no version of their serial form.
find "$work/java/src" -name '*.java' -print0 \
    | xargs -0 javac --release 17 -encoding UTF-8 -Xlint:all,-serial -Werror -cp "$jackson" -d "$classes"
javadoc -quiet --release 17 -encoding UTF-8 -Xdoclint:all,-missing -Werror -notimestamp -cp "$jackson" -d "$work/java/javadoc" \
    -sourcepath "$work/java/src/main/java" io.github.platen.client
# Where Maven looks for what a jar is.
cp shared/clients/java/pom.xml "$maven"
printf 'groupId=io.github.platen\nartifactId=platen-client\nversion=%s\n' "$version" >"$maven/pom.properties"
cp LICENSE "$classes/META-INF"
jar --create --file "$to/platen-client-$version.jar" -C "$classes" .
jar --create --file "$to/platen-client-$version-sources.jar" -C "$work/java/src/main/java" .
jar --create --file "$to/platen-client-$version-javadoc.jar" -C "$work/java/javadoc" .

cp -r shared/clients/csharp "$work/Platen.Client"
cp LICENSE "$work/Platen.Client"
bsdtar --format zip -cf "$to/Platen.Client-$version.zip" -C "$work" Platen.Client

# A module is its source.
(cd shared/clients/go && go vet ./... && test -z "$(gofmt -l .)")
cp -r shared/clients/go "$work/platen-go"
cp LICENSE "$work/platen-go"
bsdtar --format zip -cf "$to/platen-go-$version.zip" -C "$work" platen-go

# Composer takes a ZIP with composer.json in its one folder.
find shared/clients/php -name '*.php' -print0 | xargs -0 -n 1 php -l >/dev/null
cp -r shared/clients/php "$work/platen-php"
cp LICENSE "$work/platen-php"
bsdtar --format zip -cf "$to/platen-php-$version.zip" -C "$work" platen-php

bsdtar --format zip -cf "$to/platen-collections-$version.zip" -C shared/clients bruno postman

echo "$to"/platen_client-*.whl
echo "$to"/platen-client-*.tgz
echo "$to"/n8n-nodes-platen-*.tgz
echo "$to/platen-client-$version.jar"
echo "$to/Platen.Client-$version.zip"
echo "$to/platen-go-$version.zip"
echo "$to/platen-php-$version.zip"
echo "$to/platen-collections-$version.zip"
