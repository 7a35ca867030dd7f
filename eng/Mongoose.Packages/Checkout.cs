using System.Globalization;
using System.Xml.Linq;
using Mongoose.Runtime.Output;

namespace Mongoose.Packages;

/// <summary>The checkout that packages are made from.</summary>
/// <param name="Root">The checkout's top directory.</param>
internal sealed record Checkout(string Root)
{
    private const string Properties = "Directory.Build.props";

    // The earliest time that a zip can hold.
    private static readonly DateTimeOffset NoTime = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The checkout that this program was built in.</summary>
    /// <exception cref="PackagingException">The program was moved out of it.</exception>
    public static Checkout Find() => CheckoutFolder.Find() is { } root
        ? new Checkout(root)
        : throw new PackagingException($"{AppContext.BaseDirectory} is not inside a checkout of Mongoose, from which packages are made");

    /// <summary>
    /// The version of everything in the checkout, such as 0.3.0; between releases 0.3.0-dev, before the release of 0.3.0.
    /// </summary>
    public string Version => Suffix.Length == 0 ? Number : $"{Number}-{Suffix}";

    /// <summary>The version's numbers, such as 0.3.0, which are all that an assembly's version and an add-in's can hold.</summary>
    public string Number => Property("VersionPrefix");

    /// <summary>Empty in a release.</summary>
    public string Suffix => Property("VersionSuffix");

    /// <summary>When the commit was made, in UTC; the start of 1980 without Git.</summary>
    /// <exception cref="PackagingException">Git fails.</exception>
    public DateTimeOffset CommitTime => Git("-c", "log.showSignature=false", "log", "-1", "--format=%ct") is { } seconds
        ? DateTimeOffset.FromUnixTimeSeconds(long.Parse(seconds, CultureInfo.InvariantCulture))
        : NoTime;

    /// <summary>Why packages made now are not those of a commit; null if they are.</summary>
    /// <exception cref="PackagingException">Git fails.</exception>
    public string? Warning => Git("status", "--porcelain") switch
    {
        null => "without Git, the packages contain every file of the folders that they include, dated 1980",
        "" => null,
        _ => "there are uncommitted changes: the packages do not match the commit that they name",
    };

    public string PathOf(string relative) => Path.Combine(Root, relative);

    /// <summary>The files of one of its folders: those that Git tracks; all of them without Git.</summary>
    /// <exception cref="PackagingException">Git fails.</exception>
    public IEnumerable<string> Files(string folder) => Git("ls-files", "-z", folder) is { } tracked
        ? tracked.Split('\0', StringSplitOptions.RemoveEmptyEntries).Select(PathOf).Where(File.Exists)
        : Directory.EnumerateFiles(PathOf(folder), "*", SearchOption.AllDirectories);

    private string Property(string name) => XDocument.Load(PathOf(Properties)).Descendants(name).Single().Value;

    /// <summary>Git's answer; null if Git is not installed or the checkout has no repository of its own.</summary>
    private string? Git(params string[] arguments)
    {
        if (!Path.Exists(PathOf(".git")))
            return null;
        // Git refuses checkouts of other owners. This one is trusted already: it is being built.
        Command git = Command.Run("git", Root, ["-c", $"safe.directory={Root}", .. arguments]);
        return git.Code switch
        {
            0 => git.Output.Trim(),
            Command.NotFound => null,
            _ => throw new PackagingException($"git {string.Join(' ', arguments)} failed with code {git.Code}: {git.Errors.Trim()}"),
        };
    }
}
