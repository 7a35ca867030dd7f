using System.Globalization;
using System.Xml.Linq;

namespace Mongoose.Packages;

/// <summary>The checkout that packages are made from.</summary>
/// <param name="Root">Its top directory.</param>
internal sealed record Checkout(string Root)
{
    private const string Properties = "Directory.Build.props";

    // The earliest time that a zip can hold: for sources without a commit.
    private static readonly DateTimeOffset NoTime = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The checkout that this program was built in.</summary>
    /// <exception cref="PackagingException">The program was moved out of it.</exception>
    public static Checkout Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "OpenSim.Region.Mongoose.sln")))
                return new Checkout(folder.FullName);
        }
        throw new PackagingException($"{AppContext.BaseDirectory}: not inside a checkout of Mongoose, from which packages are made");
    }

    /// <summary>The version of everything in the checkout, such as 0.2.0.</summary>
    public string Version => XDocument.Load(PathOf(Properties)).Descendants("Version").Single().Value;

    /// <summary>When the commit was made, in UTC; the start of 1980 if the sources are not in a Git repository.</summary>
    public DateTimeOffset CommitTime => Git("log", "-1", "--format=%ct") is { } seconds
        ? DateTimeOffset.FromUnixTimeSeconds(long.Parse(seconds, CultureInfo.InvariantCulture))
        : NoTime;

    /// <summary>Why packages made now are not those of a commit; null if they are.</summary>
    public string? Warning => Git("status", "--porcelain") switch
    {
        null => "not a Git checkout: the packages name no commit",
        "" => null,
        _ => "there are uncommitted changes: the packages are not those of the commit that they name",
    };

    public string PathOf(string relative) => Path.Combine(Root, relative);

    /// <summary>The files of one of its folders: those that Git tracks; all of them where the sources are not in a Git repository.</summary>
    public IEnumerable<string> Files(string folder) => Git("ls-files", folder) is { } tracked
        ? tracked.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(PathOf).Where(File.Exists)
        : Directory.EnumerateFiles(PathOf(folder), "*", SearchOption.AllDirectories);

    /// <summary>What Git answers; null if there is no Git or no repository.</summary>
    private string? Git(params string[] arguments)
    {
        (int code, string output) = Command.Run("git", Root, arguments);
        return code == 0 ? output.Trim() : null;
    }
}
