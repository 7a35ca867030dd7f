
namespace Mongoose.Tests.Runtime.Output;

[TestFixture]
public sealed class OutputFileTests : InTemporaryDirectory
{
    private string At(string name) => Path.Combine(Folder, name);

    [Test]
    public void Write_ReplacesTheContent_AndLeavesNothingElse()
    {
        OutputFile.Write(At("a.json"), "a long first version");
        OutputFile.Write(At("a.json"), "é\n");
        Assert.That(File.ReadAllBytes(At("a.json")), Is.EqualTo(new byte[] { 0xC3, 0xA9, 0x0A }), "UTF-8, no byte order mark");
        Assert.That(Directory.GetFileSystemEntries(Folder), Has.Length.EqualTo(1));
    }

    [Test]
    public void Write_ThroughALink_KeepsTheLink()
    {
        OutputFile.Write(At("real"), "1");
        File.CreateSymbolicLink(At("link"), At("real"));
        OutputFile.Write(At("link"), "2");
        Assert.That(File.ReadAllText(At("real")), Is.EqualTo("2"));
        Assert.That(new FileInfo(At("link")).LinkTarget, Is.Not.Null);
    }

    [Test]
    public void Write_IntoAMissingDirectory_IsReported() => AssertFails(At("none/a.json"), "its directory does not exist");

    [Test]
    public void Write_OverADirectory_IsReported()
    {
        Directory.CreateDirectory(At("sub"));
        AssertFails(At("sub"), "it is a directory");
    }

    [Test]
    public void Write_BelowAFile_IsReported()
    {
        File.WriteAllText(At("file"), "");
        AssertFails(At("file/a.json"), "its directory does not exist");
    }

    [Test]
    public void Write_ToAnEmptyPath_IsReported() => AssertFails("", "the path is empty");

    [Test]
    public void Write_FailingHalfWay_LeavesNoTemporaryFile()
    {
        // The directory can take the temporary file, but its name plus the suffix is too long for the file system.
        string path = At(new string('x', 250));
        Assert.That(() => OutputFile.Write(path, "1"), Throws.TypeOf<OutputException>());
        Assert.That(Directory.GetFileSystemEntries(Folder), Is.Empty);
    }

    [Test]
    public void Write_InterruptedInTheMiddle_LeavesThePreviousContentAndNothingElse()
    {
        OutputFile.Write(At("a.csv"), "before");
        Assert.That(() => OutputFile.Write(At("a.csv"), text =>
        {
            text.Write("half");
            throw new OperationCanceledException();
        }), Throws.TypeOf<OperationCanceledException>());
        Assert.That(File.ReadAllText(At("a.csv")), Is.EqualTo("before"));
        Assert.That(Directory.GetFileSystemEntries(Folder), Has.Length.EqualTo(1));
    }

    [Test]
    public void CreateDirectory_WhereAFileIs_NamesThePath()
    {
        File.WriteAllText(At("file"), "");
        OutputException e = Assert.Throws<OutputException>(() => OutputFile.CreateDirectory(At("file")))!;
        Assert.That(e.Message, Does.StartWith($"cannot write {At("file")}: "));
    }

    [Test]
    [Platform("Linux,MacOsX")]
    public void Write_ToADevice_DoesNotReplaceIt()
    {
        OutputFile.Write("/dev/null", "text");
        Assert.That(File.ReadAllText("/dev/null"), Is.Empty);
    }

    [Test]
    [Platform("Linux")]
    public void A_full_disk_is_reported()
    {
        const string expected = "cannot write /dev/full: there is no space left on the device";
        Assert.That(() => OutputFile.Write("/dev/full", "1"), Throws.TypeOf<OutputException>().With.Message.EqualTo(expected));
        using StreamWriter output =
            new(new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0)) { AutoFlush = false };
        Assert.That(() => OutputFile.WriteTo(output, "1"),
            Throws.TypeOf<OutputException>().With.Message.EqualTo("cannot write standard output: there is no space left on the device"));
    }

    [Test]
    public void Append_adds_to_the_content()
    {
        OutputFile.Append(At("a.csv"), "1\n");
        OutputFile.Append(At("a.csv"), "2\n");
        Assert.That(File.ReadAllText(At("a.csv")), Is.EqualTo("1\n2\n"));
    }

    private static void AssertFails(string path, string reason)
    {
        OutputException e = Assert.Throws<OutputException>(() => OutputFile.Write(path, "1"))!;
        Assert.That(e.Message, Is.EqualTo($"cannot write {path}: {reason}"));
        Assert.That(e.Path, Is.EqualTo(path));
    }
}
