namespace Mongoose.TestKit.Files;

/// <summary>Base class of tests that each use a temporary directory.</summary>
public abstract class InTemporaryDirectory
{
    private TemporaryDirectory _directory = null!;

    protected string Folder => _directory.Path;

    [SetUp]
    public void CreateDirectory() => _directory = new TemporaryDirectory();

    [TearDown]
    public void DeleteDirectory() => _directory.Dispose();
}
