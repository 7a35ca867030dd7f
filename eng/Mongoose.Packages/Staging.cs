namespace Mongoose.Packages;

/// <summary>
/// A folder in which files are made before they take their final names beside it, one after the other. An interruption before the first
/// move leaves the old files; sums never lie beside other packages.
/// </summary>
internal sealed class Staging : IDisposable
{
    private readonly string _target, _folder;

    /// <param name="target">The directory of the final names; it is made if needed.</param>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public Staging(string target)
    {
        _target = target;
        _folder = Path.Combine(target, $".mongoose-packages-{Guid.NewGuid():N}");
        Directory.CreateDirectory(_folder);
    }

    /// <summary>The path of a file until it takes its final name.</summary>
    public string PathOf(string name) => Path.Combine(_folder, name);

    /// <summary>Gives files their final names, and replaces the files that have them.</summary>
    /// <returns>The final paths.</returns>
    public IReadOnlyList<string> Move(IEnumerable<string> names)
    {
        List<string> moved = [];
        foreach (string name in names)
        {
            string path = Path.Combine(_target, name);
            File.Move(PathOf(name), path, overwrite: true);
            moved.Add(path);
        }
        return moved;
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
