"""Splits lines as Python's shlex does: the parser's oracle.

    python3 words.py < texts          one JSON string a line
    python3 words.py table            a fixed table of random texts: words.jsonl, for machines without Python

Writes one JSON array a line: [text, words], words null where shlex finds no end.
"""
import json
import random
import shlex
import sys

PIECES = ["'a b'", '"c d"', "''", '"e\\\"f"', '\\ ', '\\\\', "a", "b", "-x", "--y=z", "'", '"', '"', " ", " ", "  ", "#", "=", "*", "~", "{}", "()", "é", "日", "\u00a0", "\U0001f600"]


def table():
    generator = random.Random(20261201)
    for _ in range(500):
        yield "".join(generator.choice(PIECES) for _ in range(generator.randint(1, 14)))


for text in table() if sys.argv[1:] == ["table"] else map(json.loads, sys.stdin.buffer):
    try:
        words = shlex.split(text)
    except ValueError:
        words = None
    print(json.dumps([text, words]))
