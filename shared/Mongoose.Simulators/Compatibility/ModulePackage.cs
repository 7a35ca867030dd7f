using System.IO.Compression;

namespace Mongoose.Simulators.Compatibility;

/// <summary>The package with the region module, unpacked into a temporary folder while it is checked.</summary>
public sealed class ModulePackage : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("mongoose-check-").FullName;

    private ModulePackage()
    {
    }

    /// <summary>The path of the module.</summary>
    public string Assembly => Path.Combine(_directory, InstalledModule.Server + ".dll");

    /// <summary>Unpacks a zip, and compares the module in it with the zip's own list of checksums.</summary>
    /// <exception cref="InvalidDataException">
    /// The file is not a complete package with the module. The message is suitable for users.
    /// </exception>
    public static ModulePackage Open(string path)
    {
        ModulePackage package = new();
        try
        {
            package.Unpack(path);
            return package;
        }
        catch
        {
            package.Dispose();
            throw;
        }
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private void Unpack(string path)
    {
        try
        {
            ZipFile.ExtractToDirectory(path, _directory);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{path} is not a zip, or was cut off ({new FileInfo(path).Length} bytes): "
                + "download it again", exception);
        }
        if (!File.Exists(Assembly))
            throw new InvalidDataException($"{path} is not the opensim package: it has no {InstalledModule.Server}.dll at its top");
        PackageSums sums = new(_directory);
        if (new InstalledModule(_directory).Problems.Count > 0 || sums.Changed.Concat(sums.Missing).Any())
            throw new InvalidDataException($"{path} is damaged: download it again");
    }
}
