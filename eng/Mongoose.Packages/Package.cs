using System.IO.Compression;

namespace Mongoose.Packages;

/// <summary>A zip of a release. The same files, names and time give the same bytes.</summary>
/// <param name="Name">File name of the zip.</param>
/// <param name="Files">The zip's files, in any order.</param>
internal sealed record Package(string Name, IReadOnlyList<PackageFile> Files)
{
    // Unix: a regular file, with its permissions, in the upper half of a zip entry's attributes.
    private const int Regular = 0x81A4 << 16, Executable = 0x81ED << 16;

    /// <summary>Writes the zip.</summary>
    /// <param name="path">The path of the zip.</param>
    /// <param name="time">
    /// Modification time of every entry. Zip files hold local times without a zone: the time is written without its offset.
    /// </param>
    public void Write(string path, DateTimeOffset time)
    {
        using FileStream file = File.Create(path);
        using ZipArchive zip = new(file, ZipArchiveMode.Create);
        foreach (PackageFile entry in Files.OrderBy(entry => entry.Target, StringComparer.Ordinal))
        {
            ZipArchiveEntry written = zip.CreateEntry(entry.Target, CompressionLevel.Optimal);
            written.LastWriteTime = time;
            written.ExternalAttributes = entry.IsExecutable ? Executable : Regular;
            using Stream stream = written.Open();
            stream.Write(entry.Content);
        }
    }
}
