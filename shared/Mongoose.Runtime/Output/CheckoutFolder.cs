namespace Mongoose.Runtime.Output;

/// <summary>The checkout that a program was built in.</summary>
public static class CheckoutFolder
{
    private const string Solution = "OpenSim.Region.Mongoose.sln";

    /// <summary>The root of the checkout; null if the program was moved out of it.</summary>
    public static string? Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Solution)))
                return folder.FullName;
        }
        return null;
    }
}
