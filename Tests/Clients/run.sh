#!/usr/bin/env bash
# run.sh PROGRAM: tries the local hub with two clients that others wrote, over TLS with a certificate that is thrown away
# and, where a client allows it, over plain HTTP. Needs python3 with venv, openssl, and a Python package index that
# answers; without one of them it says so and is content.
set -euo pipefail
program="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
here="$(cd "$(dirname "$0")" && pwd)"
for tool in python3 openssl; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 0; }
done
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv" >/dev/null || { echo "skipped: python3 makes no virtual environment"; exit 0; }
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
    -r "$here/requirements.txt" >"$place/pip" 2>&1 ||
    { echo "skipped: the clients cannot be installed: $(tail -n 1 "$place/pip")"; exit 0; }
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$place/key.pem" -out "$place/certificate.pem" 2>/dev/null
# What the clients trust: one asks the first, the other the second.
export SSL_CERT_FILE="$place/certificate.pem" REQUESTS_CA_BUNDLE="$place/certificate.pem"
export no_proxy=127.0.0.1,localhost
"$place/venv/bin/python" "$here/clients.py" "$program" "$place"
