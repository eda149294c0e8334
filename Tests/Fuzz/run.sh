#!/bin/sh
# Builds the reader with libFuzzer and AddressSanitizer and lets it run for half an hour of processor time:
#
#     Tests/Fuzz/run.sh [SECONDS] [FOLDER]
#
# FOLDER (made if it is not there) keeps what the fuzzer learns and finds. A finding becomes a row of the tests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
seconds=${1:-1800}
folder=${2:-${TMPDIR:-/tmp}/bulletin-fuzz}
mkdir -p "$folder/build" "$folder/corpus" "$folder/findings"
cd "$folder/build"

flags="-O -wmo -parse-as-library -swift-version 6 -sanitize=address,fuzzer -enable-testing -I . -I $root/Sources
    -Xcc -I$root/Sources/CTables/include $(xml2-config --cflags | sed 's/-I/-Xcc -I/g')
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility"
for map in "$root"/Sources/C*/module.modulemap; do flags="$flags -Xcc -fmodule-map-file=$map"; done
printf 'module CTables { umbrella "%s" export * }\n' "$root/Sources/CTables/include" > tables.modulemap
flags="$flags -Xcc -fmodule-map-file=$PWD/tables.modulemap"

for source in "$root"/Sources/CTables/*.c; do
    clang -c -O1 -std=gnu2x -fsanitize=address -I "$root/Sources/CTables/include" "$source" -o "$(basename "$source").o"
done
for module in News PlainText XMLTree Feeds; do
    # shellcheck disable=SC2046,SC2086
    swiftc $flags -module-name "$module" -emit-module -emit-module-path "$module.swiftmodule" -c -o "$module.o" \
        $(find "$root/Sources/$module" -name '*.swift')
done
# shellcheck disable=SC2086
swiftc $flags -module-name Fuzz -c -o Fuzz.o "$here/FeedFuzz.swift"
swiftc -sanitize=address,fuzzer -o "$folder/fuzz" ./*.o -lxml2 -lutf8proc

exec "$folder/fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=20000 \
    -dict="$here/feeds.dict" -artifact_prefix="$folder/findings/" "$folder/corpus" "$here/seeds"
