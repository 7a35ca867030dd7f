using System.IO.Compression;
using Mongoose.Packages;

namespace Mongoose.TestKit.Files;

/// <summary>The packages of this checkout, made once for all tests of an assembly, and deleted when its process ends.</summary>
internal static class MadePackages
{
    /// <summary>The environment variable that names a directory where they have been made already.</summary>
    private const string Variable = "MONGOOSE_PACKAGES";

    internal static Checkout Checkout { get; } = new(Repository.Root());

    private static readonly Lazy<TemporaryDirectory> Own = new(() =>
    {
        TemporaryDirectory directory = new();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => directory.Dispose();
        new Release(Checkout).Write(directory.Path);
        return directory;
    });

    /// <summary>Where they are.</summary>
    internal static string Directory => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } made ? made : Own.Value.Path;

    internal static string PathOf(string package) => Path.Combine(Directory, $"mongoose-{Checkout.Version}-{package}.zip");

    /// <summary>Unpacks one into an empty folder, outside the checkout.</summary>
    internal static TemporaryDirectory Unpack(string package)
    {
        TemporaryDirectory folder = new();
        ZipFile.ExtractToDirectory(PathOf(package), folder.Path);
        return folder;
    }

    /// <summary>The paths of a package's files, with forward slashes.</summary>
    internal static string[] Names(string package)
    {
        using ZipArchive zip = ZipFile.OpenRead(PathOf(package));
        return zip.Entries.Select(entry => entry.FullName).ToArray();
    }
}
