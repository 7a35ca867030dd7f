namespace Mongoose.Tests.Testbed;

/// <summary>Tests that each have a directory of their own.</summary>
public abstract class InTemporaryDirectory
{
    private TemporaryDirectory _directory = null!;

    protected string Folder => _directory.Path;

    [SetUp]
    public void CreateDirectory() => _directory = new TemporaryDirectory();

    [TearDown]
    public void DeleteDirectory() => _directory.Dispose();
}
