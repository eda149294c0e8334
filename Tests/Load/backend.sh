#!/usr/bin/env bash
# backend.sh PROGRAM [DEVICES]: how many registrations a second go through the app's back end to the local hub, which is a
# process of its own, and how many requests a server on the same library takes in that only answers. Needs what run.sh
# needs; build the program with -c release.
set -euo pipefail
program="$1"
devices="${2:-20000}"
here="$(cd "$(dirname "$0")" && pwd)"
place="$(mktemp -d)"
servers=()
trap 'for one in "${servers[@]}"; do kill "$one" 2>/dev/null || true; done; rm -rf "$place"' EXIT
cc -O2 -D_GNU_SOURCE -o "$place/backend" "$here/backend.c" -ljansson -lcrypto
cc -O2 -D_GNU_SOURCE -o "$place/floor" "$here/floor.c" -lmicrohttpd

# start NAME COMMAND…: starts a server, whose process is then $server, and reads the line that it begins with.
start() {
    mkfifo "$place/$1.out"
    "${@:2}" >"$place/$1.out" 2>"$place/$1.err" &
    server=$!
    servers+=("$server")
    exec 3<"$place/$1.out"
    IFS= read -r line <&3
}
port() { printf '%s' "$line" | sed 's/.*"port":\([0-9]*\).*/\1/'; }

start floor "$place/floor" 0 200
floor="$("$place/backend" "$devices" 32 "$line" "$server" 0)"
kill "$server"
start hub "$program" emulator --empty --format json
hub="$(port)"
BULLETIN_HUB_CONNECTION_STRING="$(printf '%s' "$line" | sed 's/.*"connection_string":"\([^"]*\)".*/\1/; s,\\/,/,g')"
export BULLETIN_HUB_CONNECTION_STRING
start app "$program" backend --demo-users --port 0 --state "$place/ids.db" --format json
app="$("$place/backend" "$devices" 32 "$(port)" "$server" "$hub")"
kill "$server"
wait "$server"
echo "only answers: $floor"
echo "$app"
awk -v floor="$floor" -v app="$(printf '%s' "$app" | tail -1)" 'BEGIN {
    split(floor, f, /, /); split(app, a, /, /)
    printf "ratio: %.1f times fewer registrations a second, %.1f times the CPU\n", f[4] / a[4], a[5] / f[5] }'
