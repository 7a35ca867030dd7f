namespace Mongoose.Testbed.OpenSim;

/// <summary>The directory where a Release build puts the region module, laid out like OpenSim's bin/.</summary>
internal static class ReleaseTree
{
    private const string Solution = "OpenSim.Region.Mongoose.sln";

    /// <summary>The bin/ of the checkout that this program was built in, or else a bin/ next to the program.</summary>
    public static string Directory => Path.Combine(CheckoutRoot ?? AppContext.BaseDirectory, "bin");

    /// <summary>The root of the checkout that this program was built in; null if the program was moved out of it.</summary>
    internal static string? CheckoutRoot
    {
        get
        {
            for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            {
                if (File.Exists(Path.Combine(folder.FullName, Solution)))
                    return folder.FullName;
            }
            return null;
        }
    }
}
