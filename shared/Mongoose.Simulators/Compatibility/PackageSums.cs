using System.Security.Cryptography;

namespace Mongoose.Simulators.Compatibility;

/// <summary>The list of SHA-256 sums that a package brings with it.</summary>
/// <param name="Directory">The directory in which the package was unpacked.</param>
public sealed record PackageSums(string Directory)
{
    /// <summary>The list, relative to the directory.</summary>
    public const string FileName = "Mongoose/SHA256SUMS";

    /// <summary>Why the list cannot be used, and how to mend it; null if it can be used, or if there is none.</summary>
    public string? Problem => Path.Exists(PathOf(FileName)) && !Lines.Any()
        ? new AssemblyFile(PathOf(FileName)).Fault("unpack the package again")
        : null;

    /// <summary>
    /// Files in the list, by their relative names, that this user can read and that have another sum; none without a list.
    /// </summary>
    public IEnumerable<string> Changed => Lines
        .Where(line => new AssemblyFile(PathOf(line.Name)).IsReadable && Sum(line.Name) != line.Sum)
        .Select(line => line.Name);

    /// <summary>Files in the list that do not exist.</summary>
    public IEnumerable<string> Missing => Lines.Where(line => !File.Exists(PathOf(line.Name))).Select(line => line.Name);

    private IEnumerable<(string Sum, string Name)> Lines => new AssemblyFile(PathOf(FileName)).IsReadable
        ? File.ReadLines(PathOf(FileName))
            .Select(line => line.Split("  ", 2))
            .Where(parts => parts is [{ Length: 2 * SHA256.HashSizeInBytes }, _])
            .Select(parts => (parts[0], parts[1]))
        : [];

    private string PathOf(string name) => Path.Combine(Directory, name);

    private string Sum(string name) => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(PathOf(name)))).ToLowerInvariant();
}
