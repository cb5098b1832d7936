"""Says whether a path leaves a root on any step, by os.path.realpath of each of its prefixes: the jail's oracle.

    python3 places.py < paths    one JSON array a line: [root, folder below it, path]

Writes true or false a line.
"""
import json
import os
import sys


def inside(root, path):
    return path == root or path.startswith(root + "/")


def leaves(root, folder, path, depth):
    if depth > 40:
        return True
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/"):
        names = root.split("/")[1:]
        if parts[:len(names)] != names:
            return True
        folder, parts = root, parts[len(names):]
    for i, part in enumerate(parts):
        before, here = os.path.join(folder, *parts[:i]), os.path.join(folder, *parts[:i + 1])
        if not inside(root, os.path.realpath(here)):
            return True
        link = os.path.join(os.path.realpath(before), part)
        if part != ".." and os.path.islink(link) and leaves(root, os.path.dirname(link), os.readlink(link), depth + 1):
            return True
    return False


for line in sys.stdin:
    root, below, path = json.loads(line)
    print(json.dumps(leaves(root, os.path.join(root, below) if below else root, path, 0)))
