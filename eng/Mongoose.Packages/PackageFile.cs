namespace Mongoose.Packages;

/// <summary>A file of a package.</summary>
/// <param name="Target">Path in the package, with forward slashes.</param>
/// <param name="Content">All of its bytes.</param>
/// <param name="IsExecutable">Whether unpacking on Unix makes it executable.</param>
internal sealed record PackageFile(string Target, byte[] Content, bool IsExecutable = false)
{
    public static PackageFile FromFile(string target, string source)
    {
        byte[] content = File.ReadAllBytes(source);
        return new(target, content, content.AsSpan().StartsWith("#!"u8));
    }

    /// <summary>Files of a directory, laid out the same way below <paramref name="target"/>.</summary>
    /// <param name="target">Empty, or a path in the package that ends with a slash.</param>
    /// <param name="source">The directory.</param>
    /// <param name="files">The files in it, by their full paths.</param>
    public static IEnumerable<PackageFile> FromDirectory(string target, string source, IEnumerable<string> files) =>
        files.Select(path => FromFile($"{target}{Path.GetRelativePath(source, path).Replace('\\', '/')}", path));
}
