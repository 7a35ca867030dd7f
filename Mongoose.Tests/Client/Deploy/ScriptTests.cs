namespace Mongoose.Tests.Client.Deploy;

/// <summary>The scripts in deploy/.</summary>
public sealed class ScriptTests
{
    private static string Folder => Path.Combine(Repository.Root(), "deploy");

    private static IEnumerable<string> Scripts => Directory.GetFiles(Folder, "*", SearchOption.AllDirectories)
        .Where(file => File.ReadAllText(file).StartsWith("#!", StringComparison.Ordinal))
        .Select(file => Path.GetRelativePath(Folder, file));

    private static IEnumerable<string> Parts =>
        Directory.GetFiles(Folder, "*.bash", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(Folder, file));

    [TestCaseSource(nameof(Scripts)), TestCaseSource(nameof(Parts))]
    public void A_script_has_no_fault_that_shellcheck_finds(string script)
    {
        HostProgram.SkipWithout("shellcheck");
        Outside.Run("shellcheck", Path.Combine(Folder, script));
    }

    [TestCaseSource(nameof(Scripts))]
    public void A_script_can_be_executed(string script)
    {
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(Path.Combine(Folder, script)) & UnixFileMode.UserExecute, Is.Not.Zero);
    }

    [Test]
    public void A_run_explains_its_options([Values("parallel", "kubernetes", "slurm")] string recipe)
    {
        HostProgram.SkipWithout("bash");
        (int code, string output) = Outside.Try("bash", Path.Combine(Folder, recipe, "run"), "--help");
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.StartWith("usage: run "));
    }
}
