
namespace Mongoose.Tests.Packages;

/// <summary>The port for viewers, unpacked into an empty folder and used as its README says.</summary>
[Category("Process")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Slow("publishes all programs, and builds the port from its package")]
public sealed class ViewerPackageTests
{
    private const int Deadline = 240_000;

    private TemporaryDirectory _port = null!;

    [OneTimeSetUp]
    public void Unpack() => _port = MadePackages.Unpack("viewer");

    [OneTimeTearDown]
    public void Delete() => _port.Dispose();

    [Test, CancelAfter(Deadline)]
    public async Task It_builds_and_passes_its_own_tests(CancellationToken deadline)
    {
        HostProgram cmake = HostProgram.FindOrSkip("cmake"), ctest = HostProgram.FindOrSkip("ctest");
        HostProgram.FindOrSkip("c++", "g++", "clang++");
        string build = Path.Combine(_port.Path, "build");
        await cmake.Run(deadline, "-S", Path.Combine(_port.Path, "Mongoose.Viewer"), "-B", build);
        await cmake.Run(deadline, "--build", build);
        string said = await ctest.Run(deadline, "--test-dir", build);
        Assert.That(said, Does.Contain("replay_vectors").And.Contain("100% tests passed"));
    }

    [Test]
    public void It_has_every_file_that_the_README_names()
    {
        string readme = File.ReadAllText(Path.Combine(_port.Path, "README.md"));
        foreach (string path in new[] { "docs/viewers/viewers.md", "docs/research/rate-control.md", "Mongoose.Viewer/apply.py", "LICENSE" })
        {
            Assert.That(readme, Does.Contain(path));
            Assert.That(File.Exists(Path.Combine(_port.Path, path)), Is.True, path);
        }
    }
}
