"""Runs apply.py on stand-ins for a viewer's files, which were written for this test."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import apply  # noqa: E402

STAND_INS = {
    "indra/llmessage/llcircuit.h": """\
class LLCircuit;

class LLCircuitData
{
public:
    int something;
};
""",
    "indra/llmessage/llcircuit.cpp": """\
#include "linden_common.h"
#include "llcircuit.h"

void LLCircuitData::checkPacketInID(TPACKETID id, bool receive_resent)
{
    something = 1;
}

void LLCircuitData::pingTimerStop(const U8 ping_id)
{
    something = 2;
}
""",
    "indra/llmessage/message.h": """\
class LLMessageSystem;

class LLMessageSystem : public Something
{
    int something;
};
""",
    "indra/llmessage/CMakeLists.txt": """\
set(llmessage_SOURCE_FILES
    llthrottle.cpp
    )
set(llmessage_HEADER_FILES
    llthrottle.h
    )
""",
    "indra/newview/llviewerthrottle.cpp": """\
#include "llviewerthrottle.h"

void LLViewerThrottleGroup::sendToSim() const
{
}

void LLViewerThrottle::sendToSim() const
{
    something = 3;
}

void LLViewerThrottle::updateDynamicThrottle()
{
    something = 4;
}
""",
    "indra/newview/CMakeLists.txt": """\
set(viewer_SOURCE_FILES
    llviewerthrottle.cpp
    )
set(viewer_HEADER_FILES
    llviewerthrottle.h
    )
""",
    "indra/newview/app_settings/settings.xml": """\
<map>
    <key>ThrottleBandwidthKBPS</key>
    <map>
    </map>
</map>
""",
}


class ApplyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name, text in STAND_INS.items():
            self.put(name, text)
        self.stock = self.files()

    def put(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def files(self):
        return {str(path.relative_to(self.tree)): path.read_bytes() for path in self.tree.rglob("*") if path.is_file()}

    def run_script(self, *options):
        """The exit code and the output of the script."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = apply.main([str(self.tree), *options])
        return code, said.getvalue()

    def test_files_are_copied_and_insertions_are_marked(self):
        code, said = self.run_script()
        self.assertEqual(code, 0, said)
        files = self.files()
        for name, folder in apply.COPIES.items():
            *lines, mark = files[f"{folder}/{Path(name).name}"].splitlines(keepends=True)
            self.assertEqual(b"".join(lines), (apply.HERE / name).read_bytes())
            self.assertTrue(mark.decode().startswith(apply.COPIED))
        for name in STAND_INS:
            self.assertEqual(files[name].count(b"<Mongoose>"), files[name].count(b"</Mongoose>"), name)
            self.assertIn(b"<Mongoose>", files[name], name)

    def test_a_hook_is_the_first_statement_of_its_function(self):
        self.run_script()
        text = (self.tree / "indra/llmessage/llcircuit.cpp").read_text()
        body = text[text.index("checkPacketInID(TPACKETID"):text.index("something = 1")]
        self.assertRegex(body, r"\{\n    // <Mongoose>\n    if \(mMongooseCircuit\)")

    def test_the_setting_is_off_by_default(self):
        self.run_script()
        text = (self.tree / "indra/newview/app_settings/settings.xml").read_text()
        self.assertRegex(text, r"(?s)<key>MongooseThrottle</key>.*<integer>0</integer>\n    </map>\n    <!-- </Mongoose> -->\n")

    def test_a_second_run_changes_nothing(self):
        self.run_script()
        once = self.files()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (0, once))
        self.assertIn("0 files changed", said)

    def test_revert_restores_every_byte_of_the_tree(self):
        self.run_script()
        self.assertEqual(self.run_script("--revert")[0], 0)
        self.assertEqual(self.files(), self.stock)

    def test_revert_does_not_change_an_original_tree(self):
        self.assertEqual(self.run_script("--revert")[0], 0)
        self.assertEqual(self.files(), self.stock)

    def test_check_changes_nothing_and_names_the_files_to_change(self):
        code, said = self.run_script("--check")
        self.assertEqual((code, self.files()), (0, self.stock))
        for name in STAND_INS:
            self.assertIn(str(Path(name)), said)

    def test_a_missing_place_is_named_and_nothing_is_changed(self):
        self.put("indra/llmessage/llcircuit.cpp", STAND_INS["indra/llmessage/llcircuit.cpp"].replace("checkPacketInID", "judgePacket"))
        before = self.files()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (1, before))
        self.assertIn("LLCircuitData::checkPacketInID was not found", said)

    def test_a_place_found_twice_is_named_and_nothing_is_changed(self):
        self.put("indra/newview/CMakeLists.txt", STAND_INS["indra/newview/CMakeLists.txt"] * 2)
        before = self.files()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (1, before))
        self.assertIn("llviewerthrottle.cpp was not found, or found more than once", said)

    def test_a_missing_file_is_named_once(self):
        (self.tree / "indra/llmessage/llcircuit.cpp").unlink()
        code, said = self.run_script()
        self.assertEqual((code, said.count("llcircuit.cpp: no such file")), (1, 1))

    def test_windows_line_endings_are_preserved(self):
        for name, text in STAND_INS.items():
            self.put(name, text.replace("\n", "\r\n"))
        windows = self.files()
        self.assertEqual(self.run_script()[0], 0)
        for name in STAND_INS:
            text = (self.tree / name).read_bytes()
            self.assertEqual(text.count(b"\n"), text.count(b"\r\n"), name)
        self.run_script("--revert")
        self.assertEqual(self.files(), windows)

    def test_bytes_that_are_not_utf_8_are_preserved(self):
        path = self.tree / "indra/llmessage/llcircuit.cpp"
        path.write_bytes(b"// caf\xe9\n" + path.read_bytes())
        before = path.read_bytes()
        self.run_script()
        self.assertTrue(path.read_bytes().startswith(b"// caf\xe9\n"))
        self.run_script("--revert")
        self.assertEqual(path.read_bytes(), before)

    def test_a_copied_file_that_was_edited_is_removed_only_by_force(self):
        self.run_script()
        self.put("indra/llmessage/llmongoosethrottle.h", "changed")
        before = self.files()
        code, said = self.run_script("--revert")
        self.assertEqual((code, self.files()), (1, before))
        self.assertIn("llmongoosethrottle.h: was edited", said)
        self.assertEqual(self.run_script("--revert", "--force")[0], 0)
        self.assertEqual(self.files(), self.stock)

    def edit(self, name, change):
        path = self.tree / name
        path.write_bytes(change(path.read_bytes()))

    def test_copied_files_that_were_edited_are_overwritten_only_by_force(self):
        self.run_script()
        new = self.files()
        edits = {
            "indra/llmessage/llmongoosethrottle.h": lambda copy: copy.replace(b"namespace", b"namespace ", 1),
            "indra/llmessage/llmongoosecircuit.cpp": lambda copy: copy + b"// more\n",
            "indra/newview/llmongoosecontrol.cpp": lambda copy: b"changed",
        }
        for name, change in edits.items():
            self.edit(name, change)
        before = self.files()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (1, before))
        self.assertEqual(said.count("was edited"), len(edits), said)
        for name in edits:
            self.assertIn(name + ": was edited", said)
        self.assertEqual(self.run_script("--force")[0], 0)
        self.assertEqual(self.files(), new)

    def older(self):
        """Simulates the output of an older version, two of whose files differed from the present ones."""
        self.run_script()
        for name in ("indra/llmessage/llmongoosethrottle.h", "indra/newview/llmongoosecontrol.cpp"):
            self.put(name, apply.copy_of("// An older version.\n"))

    def test_copies_by_an_older_version_are_replaced(self):
        self.run_script()
        new = self.files()
        self.older()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (0, new), said)
        self.assertIn("2 files changed", said)

    def test_copies_by_an_older_version_are_removed(self):
        self.older()
        self.assertEqual(self.run_script("--revert")[0], 0)
        self.assertEqual(self.files(), self.stock)

    def test_only_the_edited_copy_of_an_older_version_is_named(self):
        self.older()
        self.edit("indra/newview/llmongoosecontrol.cpp", lambda copy: copy.replace(b"older", b"better"))
        before = self.files()
        code, said = self.run_script()
        self.assertEqual((code, self.files()), (1, before))
        self.assertEqual((said.count("was edited"), said.count("llmongoosecontrol.cpp: was edited")), (1, 1), said)

    def test_a_copy_without_the_last_line_is_compared_with_this_version(self):
        self.run_script()
        new = self.files()
        self.put("indra/llmessage/llmongoosethrottle.h", (apply.HERE / "llmongoosethrottle.h").read_text())
        self.assertEqual(self.run_script()[0], 0)
        self.assertEqual(self.files(), new)

    def test_changed_line_endings_of_a_copy_are_not_an_edit(self):
        self.older()
        for name in ("indra/llmessage/llmongoosethrottle.h", "indra/llmessage/llmongoosecircuit.h"):
            self.edit(name, lambda copy: copy.replace(b"\n", b"\r\n"))
        self.assertEqual(self.run_script("--revert")[0], 0)
        self.assertEqual(self.files(), self.stock)

    def refuses(self, name, text, line):
        """Applying and reverting both name the line, and change nothing."""
        self.put(name, text)
        before = self.files()
        for option in ([], ["--revert"], ["--revert", "--force"]):
            code, said = self.run_script(*option)
            self.assertEqual((code, self.files()), (1, before), said)
            self.assertIn(f"{name}:{line}: ", said)
            self.assertEqual(said.count("\n"), 2, said)

    def test_the_partner_of_a_missing_mark_is_named_and_nothing_is_changed(self):
        self.run_script()
        for name in STAND_INS:
            lines = (self.tree / name).read_text().splitlines(keepends=True)
            marks = [at for at, line in enumerate(lines) if "Mongoose>" in line]
            for place, at in enumerate(marks):
                with self.subTest(name=name, missing=at + 1):
                    # Without a closing mark its opening mark is alone, and vice versa.
                    alone = marks[place - 1] + 1 if place % 2 else marks[place + 1]
                    self.refuses(name, "".join(lines[:at] + lines[at + 1:]), alone)
            self.put(name, "".join(lines))

    def test_duplicate_or_swapped_marks_are_named_and_nothing_is_changed(self):
        self.run_script()
        name = "indra/llmessage/llcircuit.cpp"
        lines = (self.tree / name).read_text().splitlines(keepends=True)
        opening, closing = [at for at, line in enumerate(lines) if "Mongoose>" in line][:2]
        self.refuses(name, "".join(lines[:opening] + lines[opening:opening + 1] + lines[opening:]), opening + 1)
        self.refuses(name, "".join(lines[:closing] + lines[closing:closing + 1] + lines[closing:]), closing + 2)
        swapped = lines[:]
        swapped[opening], swapped[closing] = lines[closing], lines[opening]
        self.refuses(name, "".join(swapped), opening + 1)

    def test_a_block_that_spans_two_inserted_blocks_is_named_and_nothing_is_changed(self):
        self.run_script()
        name = "indra/newview/llviewerthrottle.cpp"
        lines = (self.tree / name).read_text().splitlines(keepends=True)
        marks = [at for at, line in enumerate(lines) if "Mongoose>" in line]
        between = [line for at, line in enumerate(lines) if at not in marks[3:5]]
        self.refuses(name, "".join(between), marks[2] + 1)

    def test_a_block_lost_in_a_merge_is_inserted_again(self):
        self.run_script()
        new = self.files()
        path = self.tree / "indra/llmessage/llcircuit.cpp"
        text = path.read_text()
        path.write_text(text[:text.index("    // <Mongoose>")] + text[text.index("    something = 1"):])
        self.assertEqual(self.run_script()[0], 0)
        self.assertEqual(self.files(), new)

    def test_a_block_of_an_older_version_is_replaced(self):
        self.run_script()
        new = self.files()
        path = self.tree / "indra/newview/llviewerthrottle.cpp"
        path.write_bytes(path.read_bytes().replace(b"gMongooseControl.update()", b"gMongooseControl.old()"))
        self.run_script()
        self.assertEqual(self.files(), new)

    def test_a_folder_without_a_viewer_is_an_invalid_command_line(self):
        with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(io.StringIO()):
            apply.main([str(self.tree / "indra")])
        self.assertEqual(end.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
