using System.Text;

namespace Mongoose.Packages;

/// <summary>The packages of a release, with the files of each and their places.</summary>
/// <param name="checkout">The checkout from which the packages are made.</param>
internal sealed class Release(Checkout checkout)
{
    private const string Module = "Mongoose.Server.dll", Core = "Mongoose.Core.dll", Settings = "Mongoose.ini.example";

    /// <summary>Makes all packages and the list of their sums.</summary>
    /// <param name="directory">The directory of the packages; it is made if needed, and files of the same name are replaced.</param>
    /// <param name="stop">Ends the work; the directory is then as it was.</param>
    /// <returns>The paths that were written.</returns>
    /// <exception cref="PackagingException">Git or the build fails, or a document lacks its card.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was requested.</exception>
    public IReadOnlyList<string> Write(string directory, CancellationToken stop = default)
    {
        // Before the build, so that a directory without write permission costs no time.
        using Staging staging = new(directory);
        DateTimeOffset time = checkout.CommitTime;
        using Build build = Build.Run(checkout, stop);
        Package[] packages = [OpenSim(build), Tools(build), Viewer()];
        foreach (Package package in packages)
            package.Write(staging.PathOf(package.Name), time);
        string sums = Checksums.Write(packages.Select(package => (package.Name, File.ReadAllBytes(staging.PathOf(package.Name)))));
        File.WriteAllText(staging.PathOf(Checksums.FileName), sums);
        stop.ThrowIfCancellationRequested();
        // Old sums are never next to new packages.
        File.Delete(Path.Combine(directory, Checksums.FileName));
        return staging.Move([.. packages.Select(package => package.Name), Checksums.FileName]);
    }

    /// <summary>
    /// The region module, to be unpacked over OpenSimulator's bin/. The INI file is an example: unpacking a newer package keeps an
    /// operator's settings.
    /// </summary>
    private Package OpenSim(Build build) => new(NameOf("opensim"), ModuleFiles(build, "").ToArray());

    /// <summary>The programs, their scenarios and documents; in bin/ the module, for the verbs that install or check it.</summary>
    private Package Tools(Build build) => new(NameOf("tools"),
    [
        .. PackageFile.FromDirectory("", build.Tools, build.ToolFiles),
        .. ModuleFiles(build, "bin/"),
        FromCheckout("scenarios/scenario.schema.json", "config/scenarios/scenario.schema.json"),
        FromCheckout("config/MongooseClient.ini", "config/MongooseClient.ini"),
        .. FolderOfCheckout("config/mixer"),
        .. FolderOfCheckout("deploy"),
        FromCheckout("README.md", "eng/Mongoose.Packages/Texts/tools.md"),
        FromCheckout("LICENSE", "LICENSE"),
        FromCheckout("THIRD-PARTY-NOTICES.md", "eng/Mongoose.Packages/Texts/THIRD-PARTY-NOTICES.md"),
        .. FolderOfCheckout("docs"),
    ]);

    /// <summary>The port for viewers, laid out as in the checkout, so that the commands of its documents work.</summary>
    private Package Viewer() => new(NameOf("viewer"),
    [
        .. FolderOfCheckout("Mongoose.Viewer"),
        FromCheckout("README.md", "eng/Mongoose.Packages/Texts/viewer.md"),
        FromCheckout("LICENSE", "LICENSE"),
        FromCheckout("docs/viewers/viewers.md", "docs/viewers/viewers.md"),
        FromCheckout("docs/research/rate-control.md", "docs/research/rate-control.md"),
    ]);

    private IEnumerable<PackageFile> ModuleFiles(Build build, string target)
    {
        PackageFile[] files =
        [
            PackageFile.FromFile(Module, Path.Combine(build.Module, Module)),
            PackageFile.FromFile(Core, Path.Combine(build.Module, Core)),
            FromCheckout($"config/{Settings}", $"config/{Settings}"),
            new("Mongoose/README.md", Encoding.UTF8.GetBytes(OperatorsCard.Read(checkout.PathOf("docs/operators/install.md")))),
            FromCheckout("Mongoose/LICENSE", "LICENSE"),
            .. FolderOfCheckout("config/dashboards", target: "Mongoose/dashboards"),
        ];
        PackageFile sums = new($"Mongoose/{Checksums.FileName}",
            Encoding.UTF8.GetBytes(Checksums.Write(files.Select(file => (file.Target, file.Content)))));
        return files.Append(sums).Select(file => file with { Target = target + file.Target });
    }

    private PackageFile FromCheckout(string target, string source) => PackageFile.FromFile(target, checkout.PathOf(source));

    private IEnumerable<PackageFile> FolderOfCheckout(string folder, string? target = null) =>
        PackageFile.FromDirectory($"{target ?? folder}/", checkout.PathOf(folder), checkout.Files(folder));

    private string NameOf(string what) => $"mongoose-{checkout.Version}-{what}.zip";
}
