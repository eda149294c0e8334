#!/usr/bin/env python3
"""Computes the digest of Sources/Feeds/FeedDigest.swift from what `bulletin items --format json` prints.

    digest.py [FILE…]

Each file (or standard input) holds one document or several, one after another: {"feed": …, "items": […]}.
Prints items=N errors=N digest=…, as `bulletin items --files-from LIST --format count` does."""
import calendar
import json
import sys
import time

MASK = (1 << 64) - 1
START = (0x6A09E667F3BCC908, 0xBB67AE8584CAA73B)


class Digest:
    def __init__(self):
        self.a, self.b = START

    def pair(self, u, v):
        a = ((self.a ^ (u & MASK)) * 0x9E3779B97F4A7C15) & MASK
        b = ((self.b ^ (v & MASK)) * 0xC2B2AE3D27D4EB4F) & MASK
        self.a, self.b = a ^ (a >> 32), b ^ (b >> 29)

    def count(self, n):
        self.pair(n, n)

    def text(self, text):
        data = (text or "").encode("utf-8")
        self.count(len(data))
        data += b"\0" * (-len(data) % 16)
        for place in range(0, len(data), 16):
            self.pair(int.from_bytes(data[place:place + 8], "little"), int.from_bytes(data[place + 8:place + 16], "little"))

    def date(self, text):
        if text is None:
            self.pair(0, 0)
        else:
            self.pair(1, calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")))


def digest(document):
    result = Digest()
    if document.get("error"):
        return result
    for item in document["items"]:
        for name in ("title", "link", "id"):
            result.text(item[name])
        result.date(item["published"])
        result.date(item["updated"])
        result.count(len(item["categories"]))
        for category in item["categories"]:
            result.text(category)
        result.text(item["summary"])
    result.pair(MASK, MASK)
    result.text(document["feed"]["title"])
    result.text(document["feed"]["language"])
    return result


def documents(text):
    decoder, place = json.JSONDecoder(), 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        if place == len(text):
            return
        document, place = decoder.raw_decode(text, place)
        yield from document if isinstance(document, list) else [document]


def main():
    total, items, errors = Digest(), 0, 0
    for name in sys.argv[1:] or ["/dev/stdin"]:
        with open(name, encoding="utf-8") as file:
            for document in documents(file.read()):
                feed = digest(document)
                total.pair(feed.a, feed.b)
                errors += bool(document.get("error"))
                items += 0 if document.get("error") else len(document["items"])
    print(f"items={items} errors={errors} digest={total.a:016x}{total.b:016x}")


if __name__ == "__main__":
    main()
