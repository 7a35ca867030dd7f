
namespace Mongoose.Tests.Runtime.Output;

[TestFixture, Platform("Linux")]
public sealed class RealPathTests : InTemporaryDirectory
{
    private string At(string name) => Path.Combine(Folder, name);

    [SetUp]
    public void MakeLinks()
    {
        Directory.CreateDirectory(At("a/b"));
        File.WriteAllText(At("file"), "");
        File.CreateSymbolicLink(At("here"), ".");
        File.CreateSymbolicLink(At("link"), "file");
        File.CreateSymbolicLink(At("again"), At("here/link"));
        File.CreateSymbolicLink(At("deep"), "a/b");
        File.CreateSymbolicLink(At("up"), "deep/../../file");
        File.CreateSymbolicLink(At("dangling"), "later");
        File.CreateSymbolicLink(At("loop"), "loop");
    }

    [TestCase("file", "file")]
    [TestCase("link", "file")]
    [TestCase("again", "file")]
    [TestCase("here/here/file", "file")]
    [TestCase("here/again", "file")]
    [TestCase("up", "file", Description = "the parent of a link's target is not that of the link")]
    [TestCase("deep/new", "a/b/new")]
    [TestCase("dangling", "later")]
    [TestCase("none/../file", "file")]
    [TestCase("none/new", "none/new")]
    public void A_path_stands_for(string path, string file) =>
        Assert.That(RealPath.Resolve(At(path)), Is.EqualTo(Path.Combine(RealPath.Resolve(Folder), file)));

    [Test]
    public void Links_in_a_circle_are_refused()
    {
        Assert.That(() => RealPath.Resolve(At("loop/file")),
            Throws.InstanceOf<IOException>().With.Message.EqualTo($"{At("loop/file")} has links that lead in a circle"));
        Assert.That(() => OutputFile.Write(At("loop"), "1"), Throws.InstanceOf<OutputException>());
        Assert.That(OutputClashes.FileOf(At("loop")), Is.Null);
    }
}
