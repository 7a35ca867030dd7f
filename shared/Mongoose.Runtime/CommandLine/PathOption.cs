using System.CommandLine;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// Creates options whose value is a path. <see cref="CommandProgram"/> refuses such an option if the path is missing: see
/// <see cref="MissingPaths"/>.
/// </summary>
public static class PathOption
{
    /// <summary>The <see cref="Option.HelpName"/> of options for a file.</summary>
    public const string FileName = "file";

    /// <summary>The <see cref="Option.HelpName"/> of options for a directory.</summary>
    public const string DirectoryName = "dir";

    /// <param name="name">The name, with its dashes.</param>
    /// <param name="description">The description in the help.</param>
    public static Option<string?> File(string name, string description) => new(name) { Description = description, HelpName = FileName };

    /// <inheritdoc cref="File"/>
    public static Option<string?> Directory(string name, string description) =>
        new(name) { Description = description, HelpName = DirectoryName };
}
