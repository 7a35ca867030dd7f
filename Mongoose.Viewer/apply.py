#!/usr/bin/env python3
"""Adds Mongoose's throttle to a checkout of the Second Life viewer or Firestorm, or removes it.

The places to edit are found by the names of functions and classes. Inserted lines are enclosed in <Mongoose> marks, so that they are
visible and can be removed. If a place is missing, nothing is changed.

Exit codes: 0 done, 1 nothing was changed because a place or a mark is missing or a copied file was edited, 2 invalid command line.
"""

import argparse
import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The copied files and their destination folders.
COPIES = {
    "llmongoosethrottle.h": "indra/llmessage",
    "llmongoosethrottle.cpp": "indra/llmessage",
    "llmongoosecircuit.h": "indra/llmessage",
    "llmongoosecircuit.cpp": "indra/llmessage",
    "newview/llmongoosecontrol.h": "indra/newview",
    "newview/llmongoosecontrol.cpp": "indra/newview",
}

COMMENTS = {".cpp": "// {}", ".h": "// {}", ".txt": "# {}", ".xml": "<!-- {} -->"}

OPENING, CLOSING = "<Mongoose>", "</Mongoose>"
# The last line of a copy. It allows a later version to recognise a copy that has not been edited.
COPIED = "// Copied by Mongoose's apply.py. SHA-256 of the lines above: "
LINE = re.compile(r"[^\n]*\n|[^\n]+")

# A place is a regular expression that matches exactly once in the file; lines are inserted after (or before) the match.
FILE = r"^[ \t]*{}[ \t]*\n"
BODY = r"^void {}\([^)]*\)[^{{;]*\{{[ \t]*\n"


class Edit:
    """Lines to insert into a file of the viewer, after or before a place that is found by name."""

    def __init__(self, path, name, place, text, before=False):
        self.path, self.name, self.place, self.text, self.before = path, name, place, text, before

    def block(self, end):
        first = self.text.split("\n", 1)[0]
        indent = first[: len(first) - len(first.lstrip())]
        comment = indent + COMMENTS[Path(self.path).suffix]
        lines = [comment.format(OPENING), *self.text.split("\n"), comment.format(CLOSING)]
        return "".join(line + end for line in lines)

    def insert(self, text, end):
        """The text with the lines inserted; None if the place is missing or not unique."""
        found = list(re.finditer(self.place.replace(r"\n", r"\r?\n"), text, re.MULTILINE))
        if len(found) != 1:
            return None
        at = found[0].start() if self.before else found[0].end()
        return text[:at] + self.block(end) + text[at:]


CIRCUIT_H, CIRCUIT = "indra/llmessage/llcircuit.h", "indra/llmessage/llcircuit.cpp"
THROTTLE = "indra/newview/llviewerthrottle.cpp"

EDITS = [
    Edit(CIRCUIT_H, "class LLCircuitData", r"^class LLCircuitData[ \t]*\n", "class LLMongooseCircuit;", before=True),
    Edit(CIRCUIT_H, "LLCircuitData's first public:", r"^class LLCircuitData[ \t]*\n\{[ \t]*\npublic:[ \t]*\n", """\
    LLMongooseCircuit* getMongooseCircuit() const { return mMongooseCircuit; }
    void setMongooseCircuit(LLMongooseCircuit* circuit) { mMongooseCircuit = circuit; }
    U8 getLastPingID() const { return mLastPingID; }
private:
    LLMongooseCircuit* mMongooseCircuit = nullptr; // set while the agent is in this circuit's region
public:"""),
    Edit(CIRCUIT, '#include "llcircuit.h"', FILE.format('#include "llcircuit\\.h"'), '#include "llmongoosecircuit.h"'),
    Edit(CIRCUIT, "LLCircuitData::checkPacketInID", BODY.format("LLCircuitData::checkPacketInID"), """\
    if (mMongooseCircuit)
    {
        mMongooseCircuit->onPacket(id, receive_resent, gMessageSystem->mTrueReceiveSize, LLMongooseCircuit::now());
    }"""),
    Edit(CIRCUIT, "LLCircuitData::pingTimerStop", BODY.format("LLCircuitData::pingTimerStop"), """\
    if (mMongooseCircuit && mMongooseCircuit->onPingReply(ping_id, LLMongooseCircuit::now()))
    {
        return;
    }"""),
    Edit("indra/llmessage/message.h", "class LLMessageSystem", r"^class LLMessageSystem\b[^;{]*\{[ \t]*\n",
         "    friend class LLCircuitData; // reads the size of a received packet"),
    Edit(THROTTLE, '#include "llviewerthrottle.h"', FILE.format('#include "llviewerthrottle\\.h"'), '#include "llmongoosecontrol.h"'),
    Edit(THROTTLE, "LLViewerThrottle::updateDynamicThrottle", BODY.format("LLViewerThrottle::updateDynamicThrottle"), """\
    if (gMongooseControl.update())
    {
        return;
    }"""),
    Edit(THROTTLE, "LLViewerThrottle::sendToSim", BODY.format("LLViewerThrottle::sendToSim"), """\
    if (gMongooseControl.isOn())
    {
        return;
    }"""),
    *(Edit("indra/llmessage/CMakeLists.txt", f"llthrottle.{kind}", FILE.format(f"llthrottle\\.{kind}"),
           f"    llmongoosecircuit.{kind}\n    llmongoosethrottle.{kind}") for kind in ("cpp", "h")),
    *(Edit("indra/newview/CMakeLists.txt", f"llviewerthrottle.{kind}", FILE.format(f"llviewerthrottle\\.{kind}"),
           f"    llmongoosecontrol.{kind}") for kind in ("cpp", "h")),
    Edit("indra/newview/app_settings/settings.xml", "ThrottleBandwidthKBPS", FILE.format("<key>ThrottleBandwidthKBPS</key>"), """\
    <key>MongooseThrottle</key>
    <map>
      <key>Comment</key>
      <string>Request the rate that a TCP connection would get on the same path, at most ThrottleBandwidthKBPS</string>
      <key>Persist</key>
      <integer>1</integer>
      <key>Type</key>
      <string>Boolean</string>
      <key>Value</key>
      <integer>0</integer>
    </map>""", before=True),
]


class Obstacle(Exception):
    """The reasons why nothing can be changed, one per line."""


# Latin-1 preserves every byte, whatever the file's encoding and line endings are.
def read(path):
    return path.read_bytes().decode("latin-1")


def line_end(text):
    return "\r\n" if "\r\n" in text else "\n"


def pairs(lines, name):
    """The first and the last line of each block, including the marks. A mark without a partner is an obstacle: a block that ends at another
    mark could contain code of the viewer."""
    found, opened = [], None
    for at, line in enumerate(lines):
        if OPENING in line:
            if opened is not None:
                break
            opened = at
        elif CLOSING in line:
            if opened is None:
                raise Obstacle(f"{name}:{at + 1}: {CLOSING} without {OPENING}; fix it by hand")
            found.append((opened, at))
            opened = None
    if opened is not None:
        raise Obstacle(f"{name}:{opened + 1}: {OPENING} without {CLOSING}; fix it by hand")
    return found


def without(text, name):
    """The text without the inserted blocks."""
    lines, ours = LINE.findall(text), [edit.block(line_end(text)) for edit in EDITS if edit.path == name]
    found = pairs(lines, name)
    strange = [first for first, last in found if "".join(lines[first:last + 1]) not in ours]
    # A block inserted by an older version does not match either. But if the number of blocks is wrong as well, a block may span two of ours.
    if strange and len(found) != len(ours):
        raise Obstacle(f"{name}:{strange[0] + 1}: this block differs from the inserted one, and marks are missing elsewhere; fix it by hand")
    for first, last in reversed(found):
        del lines[first:last + 1]
    return "".join(lines)


def edited(tree, revert):
    """The edited files: path to new text."""
    texts, obstacles = {}, []
    for edit in EDITS:
        path = tree / edit.path
        if not path.is_file():
            obstacles.append(f"{edit.path}: no such file")
            continue
        try:
            text = texts.get(path) or without(read(path), edit.path)
        except Obstacle as obstacle:
            obstacles.append(str(obstacle))
            continue
        if not revert:
            inserted = edit.insert(text, line_end(text))
            if inserted is None:
                obstacles.append(f"{edit.path}: {edit.name} was not found, or found more than once")
            text = inserted or text
        texts[path] = text
    if obstacles:
        raise Obstacle("\n".join(dict.fromkeys(obstacles)))
    return texts


def digest(text):
    """Ignores line endings, because Git may have changed them in a copy."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode("latin-1")).hexdigest()


def copy_of(ours):
    return ours + COPIED + digest(ours) + line_end(ours)


def is_unedited(copy):
    """Whether a copy is unchanged since this or another version of the script wrote it."""
    above, mark, written = copy.rpartition(COPIED)
    return bool(mark) and written.strip() == digest(above)


def copied(tree, revert, force):
    """The copied files: path to new text, or None if the file is to be removed."""
    texts, obstacles = {}, []
    for name, folder in COPIES.items():
        path = tree / folder / Path(name).name
        ours = read(HERE / name)
        if path.exists() and not force and not is_unedited(read(path)) and digest(read(path)) != digest(ours):
            obstacles.append(f"{folder}/{path.name}: was edited, or not copied by this script; "
                             f"--force {'removes' if revert else 'overwrites'} it")
        texts[path] = None if revert else copy_of(ours)
    if obstacles:
        raise Obstacle("\n".join(obstacles))
    return texts


def changes(tree, revert, force):
    texts = {**edited(tree, revert), **copied(tree, revert, force)}
    return {path: text for path, text in texts.items() if text != (read(path) if path.exists() else None)}


def write(path, text):
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text.encode("latin-1"))


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tree", type=Path, help="a viewer's checkout: the folder that contains indra/")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="print what would be changed without changing it")
    how.add_argument("--revert", action="store_true", help="remove Mongoose's throttle from the checkout")
    parser.add_argument("--force", action="store_true", help="overwrite or remove copied files even if they were edited")
    options = parser.parse_args(arguments)
    if not (options.tree / "indra").is_dir():
        parser.error(f"{options.tree} does not contain the folder indra; specify a viewer's checkout")
    try:
        todo = changes(options.tree, options.revert, options.force)
    except Obstacle as obstacle:
        print(f"nothing was changed:\n{obstacle}", file=sys.stderr)
        return 1
    for path, text in todo.items():
        print(("would change " if options.check else "removed " if text is None else "wrote ") + str(path.relative_to(options.tree)))
        if not options.check:
            write(path, text)
    print(f"{len(todo)} files to change" if options.check else f"{len(todo)} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
