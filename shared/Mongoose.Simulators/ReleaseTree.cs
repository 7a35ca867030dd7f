namespace Mongoose.Simulators;

/// <summary>The directory where a Release build puts the region module, laid out like OpenSim's bin/.</summary>
public static class ReleaseTree
{
    /// <summary>The bin/ of the checkout that this program was built in, or else a bin/ next to the program.</summary>
    public static string Directory => Path.Combine(CheckoutFolder.Find() ?? AppContext.BaseDirectory, "bin");
}
