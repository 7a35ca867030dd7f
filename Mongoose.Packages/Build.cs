namespace Mongoose.Packages;

/// <summary>Compiles the checkout in a directory of its own, so that neither other builds nor the checkout are touched.</summary>
internal sealed class Build : IDisposable
{
    private readonly Checkout _checkout;
    private readonly string _directory = Directory.CreateTempSubdirectory("mongoose-packages-").FullName;

    public Build(Checkout checkout)
    {
        _checkout = checkout;
        Publish("Mongoose.Server", Module);
        // The testbed brings mongoose-bot with it.
        Publish("Mongoose.Testbed", Tools);
    }

    /// <summary>The region module and what it needs.</summary>
    public string Module => Path.Combine(_directory, "module");

    /// <summary>The programs and what they need.</summary>
    public string Tools => Path.Combine(_directory, "tools");

    /// <summary>The files in <see cref="Tools"/>, without documentation for compilers.</summary>
    public IEnumerable<string> ToolFiles => Directory.EnumerateFiles(Tools, "*", SearchOption.AllDirectories)
        .Where(path => Path.GetExtension(path) != ".xml");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private void Publish(string project, string target)
    {
        // No program of this platform's own: "dotnet mongoose-bot.dll" runs everywhere. No build server: nothing stays behind.
        (int code, string output) = Command.Run("dotnet", _checkout.Root, "publish", _checkout.PathOf(project), "-c", "Release", "-o", target,
            "--artifacts-path", Path.Combine(_directory, "artifacts"), "-p:UseAppHost=false", "-p:ForOperators=false", "--disable-build-servers",
            "-v", "quiet", "-nologo");
        if (code != 0)
            throw new PackagingException($"dotnet publish {project} failed with code {code}:\n{output.Trim()}");
    }
}
