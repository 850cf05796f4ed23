# What both programs of this folder begin with. The documents are other people's: `make corpus` fetches them, or CORPUS names a
# folder that has them. Without them each program says so and stops.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

corpus=${CORPUS:-../shared/corpus}
[ -d "$corpus" ] || corpus=.work/corpus
real=$corpus/real
word=$corpus/word
work=.work/fidelity
python=$work/bin/python

# needs NAME PATH...: ends the program where a path is missing.
needs() {
    local name=$1 needed
    shift
    for needed in "$@"; do
        [ -e "$needed" ] || { echo "$name: $needed is missing; nothing was measured"; exit 0; }
    done
}

# Sets `platen` to a release build: PLATEN, or one that is made now.
build() {
    platen=${PLATEN:-}
    [ -z "$platen" ] || return 0
    # With a benchmark among what is built, dependencies get the features that `make bench` gave them, and are compiled.
    cargo build --release --locked --workspace --bin platen --bench pdf
    platen=${CARGO_TARGET_DIR:-target}/release/platen
}

# How an engine converts a document.
command_of() {
    case $1 in
        platen) echo "$platen convert {in} -o {out}" ;;
        libreoffice) echo "tests/fidelity/libreoffice.sh {in} {out}" ;;
    esac
}
