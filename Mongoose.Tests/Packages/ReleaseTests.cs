using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using Mongoose.Packages;

namespace Mongoose.Tests.Packages;

/// <summary>What a release consists of.</summary>
[Category("Process")]
public sealed class ReleaseTests
{
    // The kind of debugging information that holds addresses of sources, by the specification of portable PDBs.
    private static readonly Guid SourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    private static readonly string[] Files =
        [.. new[] { "opensim", "tools", "viewer" }.Select(name => $"mongoose-{MadePackages.Checkout.Version}-{name}.zip"), "SHA256SUMS"];

    [Test]
    [Slow("publishes all programs twice")]
    public void Packages_made_twice_from_the_same_sources_are_the_same_bytes()
    {
        using TemporaryDirectory second = new();
        new Release(MadePackages.Checkout).Write(second.Path);
        Assert.That(Names(second.Path), Is.EquivalentTo(Files));
        foreach (string name in Files)
            Assert.That(File.ReadAllBytes(Path.Combine(second.Path, name)),
                Is.EqualTo(File.ReadAllBytes(Path.Combine(MadePackages.Directory, name))), name);
    }

    [Test]
    [Slow("publishes all programs")]
    public void SHA256SUMS_lists_every_package_as_sha256sum_does()
    {
        string[] expected = Files.Where(name => name.EndsWith(".zip", StringComparison.Ordinal))
            .Select(name => $"{Sum(Path.Combine(MadePackages.Directory, name))}  {name}").ToArray();
        Assert.That(File.ReadAllLines(Path.Combine(MadePackages.Directory, "SHA256SUMS")), Is.EqualTo(expected));
    }

    [Test]
    [Slow("publishes all programs")]
    public void Assemblies_name_no_path_of_the_machine_and_no_address_of_the_clone()
    {
        using TemporaryDirectory tools = MadePackages.Unpack("tools");
        string[] assemblies =
            [.. Directory.GetFiles(tools.Path, "*ongoose*.dll"), .. Directory.GetFiles(Path.Combine(tools.Path, "bin"), "*.dll")];
        Assert.That(assemblies, Has.Length.EqualTo(11));
        foreach (string path in assemblies)
        {
            using FileStream file = File.OpenRead(path);
            using PEReader assembly = new(file);
            DebugDirectoryEntry[] entries = [.. assembly.ReadDebugDirectory()];
            MetadataReader symbols = assembly.ReadEmbeddedPortablePdbDebugDirectoryData(
                entries.Single(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)).GetMetadataReader();
            Assert.That(symbols.Documents.Select(document => symbols.GetString(symbols.GetDocument(document).Name)),
                Is.All.StartsWith("/_/"), path);
            Assert.That(symbols.CustomDebugInformation.Select(information =>
                symbols.GetGuid(symbols.GetCustomDebugInformation(information).Kind)),
                Has.None.EqualTo(SourceLink), path);
            Assert.That(assembly.ReadCodeViewDebugDirectoryData(entries.Single(entry => entry.Type == DebugDirectoryEntryType.CodeView))
                .Path,
                Does.StartWith("/_/").Or.Not.Contain("/"), path);
        }
    }

    [Test]
    public void A_file_and_its_permission_survive_packing()
    {
        using TemporaryDirectory folder = new();
        string path = Path.Combine(folder.Path, "a.zip");
        new Package("a.zip", [new PackageFile("b/run.py", [1, 2], IsExecutable: true), new PackageFile("a.txt", [])])
            .Write(path, new DateTimeOffset(2026, 1, 2, 3, 4, 6, TimeSpan.Zero));
        System.IO.Compression.ZipFile.ExtractToDirectory(path, folder.Path);
        string script = Path.Combine(folder.Path, "b", "run.py");
        Assert.That(File.ReadAllBytes(script), Is.EqualTo(new byte[] { 1, 2 }));
        Assert.That(File.GetLastWriteTime(script), Is.EqualTo(new DateTime(2026, 1, 2, 3, 4, 6)));
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(script).HasFlag(UnixFileMode.UserExecute), Is.True);
    }

    /// <summary>Otherwise a simulator that runs as another user than the one who unpacks could not read the module.</summary>
    [Test]
    public void Every_user_may_read_an_unpacked_file()
    {
        using TemporaryDirectory folder = new();
        string path = Path.Combine(folder.Path, "a.zip");
        new Package("a.zip", [new PackageFile("b/run.py", [1, 2], IsExecutable: true), new PackageFile("a.dll", [])])
            .Write(path, DateTimeOffset.UnixEpoch.AddYears(20));
        using System.IO.Compression.ZipArchive zip = System.IO.Compression.ZipFile.OpenRead(path);
        Assert.That(zip.Entries.Select(entry => (entry.Name, Convert.ToString((entry.ExternalAttributes >> 16) & 0xFFF, 8))),
            Is.EqualTo(new[] { ("a.dll", "644"), ("run.py", "755") }));
    }

    [Test, CancelAfter(300_000), Platform("Linux")]
    public async Task A_run_that_is_interrupted_leaves_the_old_files_and_nothing_else(CancellationToken deadline)
    {
        using TemporaryDirectory output = new(), temporary = new();
        string sums = Path.Combine(output.Path, "SHA256SUMS");
        File.WriteAllText(sums, "of the release before\n");
        using ProgramProcess process =
            new(output.Path, ["env", $"TMPDIR={temporary.Path}"], ["--output", output.Path], "mongoose-packages.dll");
        while (Directory.GetDirectories(temporary.Path, "mongoose-packages-*").Length == 0)
            await Task.Delay(20, deadline);
        process.Stop();
        (int code, string printed, string[] errors) = await process.Finish(deadline);
        Assert.That((code, printed), Is.EqualTo((105, "")), string.Join('\n', errors));
        Assert.That(errors, Has.Some.EqualTo("mongoose-packages: interrupted; no package was written"));
        Assert.That(Directory.GetFileSystemEntries(output.Path), Is.EqualTo(new[] { sums }));
        Assert.That(File.ReadAllText(sums), Is.EqualTo("of the release before\n"));
        Assert.That(Directory.GetDirectories(temporary.Path, "mongoose-packages-*"), Is.Empty);
    }

    private static string[] Names(string directory) => Directory.GetFiles(directory).Select(path => Path.GetFileName(path)).ToArray();

    private static string Sum(string path) => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path))).ToLowerInvariant();
}
