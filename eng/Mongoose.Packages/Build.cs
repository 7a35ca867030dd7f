using Mongoose.Runtime.Hosts;

namespace Mongoose.Packages;

/// <summary>Compiles the checkout in a temporary directory, so that neither other builds nor the checkout are touched.</summary>
internal sealed class Build : IDisposable
{
    private readonly Checkout _checkout;
    private readonly string _directory = Directory.CreateTempSubdirectory("mongoose-packages-").FullName;

    private readonly CancellationToken _stop;

    private Build(Checkout checkout, CancellationToken stop) => (_checkout, _stop) = (checkout, stop);

    /// <summary>The region module and what it needs.</summary>
    public string Module => Path.Combine(_directory, "module");

    /// <summary>The programs and what they need.</summary>
    public string Tools => Path.Combine(_directory, "tools");

    /// <summary>The files in <see cref="Tools"/>, without documentation for compilers.</summary>
    public IEnumerable<string> ToolFiles => Directory.EnumerateFiles(Tools, "*", SearchOption.AllDirectories)
        .Where(path => Path.GetExtension(path) != ".xml");

    /// <exception cref="PackagingException">The checkout does not compile.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was requested; nothing is left behind.</exception>
    public static Build Run(Checkout checkout, CancellationToken stop) => new Build(checkout, stop).Prepared(build =>
    {
        build.Publish("Mongoose.Server", build.Module);
        // The testbed brings mongoose-bot and mongoose-mixer with it.
        build.Publish("lab/Mongoose.Testbed", build.Tools);
    });

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private void Publish(string project, string target)
    {
        // No platform-specific executable: "dotnet mongoose-bot.dll" runs everywhere. No build server: no process stays behind.
        Command publish = Command.Run("dotnet", _checkout.Root, ["publish", _checkout.PathOf(project), "-c", "Release", "-o", target,
            "--artifacts-path", Path.Combine(_directory, "artifacts"), "-p:UseAppHost=false", "-p:ForOperators=false",
            "--disable-build-servers", "-v", "quiet", "-nologo"], _stop);
        if (publish.Code != 0)
            throw new PackagingException($"dotnet publish {project} failed "
                + $"with code {publish.Code}:\n{(publish.Output + publish.Errors).Trim()}");
    }
}
