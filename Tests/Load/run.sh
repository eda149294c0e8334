#!/usr/bin/env bash
# run.sh PROGRAM [SENDS]: how many template sends a second the local hub takes in, with 10,000 registered devices of which
# two match each send, and how many a server on the same library that only answers. Needs a C compiler, libmicrohttpd,
# jansson and libcrypto; build the program with -c release.
set -euo pipefail
program="$1"
sends="${2:-100000}"
here="$(cd "$(dirname "$0")" && pwd)"
place="$(mktemp -d)"
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$place"' EXIT
cc -O2 -D_GNU_SOURCE -o "$place/load" "$here/load.c" -ljansson -lcrypto 2>"$place/words" || { cat "$place/words"; exit 1; }
cc -O2 -D_GNU_SOURCE -o "$place/floor" "$here/floor.c" -lmicrohttpd

# start NAME COMMAND…: starts a server, whose process is then $server, and reads the line that it begins with.
start() {
    mkfifo "$place/$1.out"
    "${@:2}" >"$place/$1.out" &
    server=$!
    exec 3<"$place/$1.out"
    IFS= read -r line <&3
}

stop() {
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=""
}

start floor "$place/floor" 0
export BULLETIN_HUB_CONNECTION_STRING="Endpoint=http://127.0.0.1:$line/;SharedAccessKeyName=none;SharedAccessKey=none;EntityPath=hub"
floor="$("$place/load" "$sends" 32 0 "$server")"
stop
start hub "$program" emulator --empty --format json
BULLETIN_HUB_CONNECTION_STRING="$(printf '%s' "$line" | sed 's/.*"connection_string":"\([^"]*\)".*/\1/; s,\\/,/,g')"
hub="$("$place/load" "$sends" 32 10000 "$server")"
stop
echo "only answers: $floor"
echo "local hub:    $hub"
awk -v floor="$floor" -v hub="$hub" 'BEGIN {
    split(floor, f, /, /); split(hub, h, /, /)
    printf "ratio: %.1f times fewer sends a second, %.1f times the CPU\n", f[3] / h[3], h[4] / f[4] }'
