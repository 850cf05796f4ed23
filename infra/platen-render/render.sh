#!/usr/bin/env bash
# Makes the documents that action.yml asks for, and writes their names to $GITHUB_OUTPUT. What is wrong with a template or its data
# becomes an annotation of that file; the other documents are made all the same.
set -euo pipefail

options=(--missing "$MISSING")
if [ -n "$LOCALE" ]; then options+=(--locale "$LOCALE"); fi

mapfile -t data < <(compgen -G "$DATA" | sort)
if [ "${#data[@]}" = 0 ]; then
    echo "::error::no file of data has the name $DATA"
    exit 1
fi
if [ "${#data[@]}" -gt 1 ] && [[ $OUTPUT != */ ]]; then
    echo "::error::${#data[@]} files of data make as many documents: write a slash at the end of the output $OUTPUT, which is a folder then"
    exit 1
fi
mkdir -p "$(dirname "${OUTPUT}x")"

made=() failed=0
for file in "${data[@]}"; do
    document=$OUTPUT
    if [[ $OUTPUT == */ ]]; then
        name=$(basename "$file")
        document=$OUTPUT${name%.json}.${FORMAT#.}
    fi
    if said=$(platen render "$TEMPLATE" "$file" -o "$document" "${options[@]}" 2>&1); then
        made+=("$document")
        if [ -n "$said" ]; then echo "$said"; fi
    else
        # An annotation is one line; these signs would end it (GitHub, "Workflow commands").
        said=${said//'%'/%25} said=${said//$'\r'/%0D} said=${said//$'\n'/%0A}
        echo "::error file=$file,title=No document::$said"
        failed=1
    fi
done
{
    echo "documents<<END_OF_DOCUMENTS"
    printf '%s\n' "${made[@]}"
    echo "END_OF_DOCUMENTS"
} >>"$GITHUB_OUTPUT"
exit "$failed"
