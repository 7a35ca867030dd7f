namespace Mongoose.TestKit;

/// <summary>What the build of the tests has made beside them.</summary>
internal static class Built
{
    /// <summary>Debug or Release, as the tests themselves.</summary>
    public static string Configuration { get; } = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    /// <summary>The region module.</summary>
    public static string Module { get; } =
        Path.Combine(Repository.Root(), "Mongoose.Server", "bin", Configuration, "net8.0", "Mongoose.Server.dll");

    /// <summary>The region module's two assemblies.</summary>
    public static string[] ModuleFiles { get; } = [Module, Path.Combine(Path.GetDirectoryName(Module)!, "Mongoose.Core.dll")];

    /// <summary>The signature-only assemblies of OpenSim.</summary>
    public static string References { get; } = Path.Combine(Repository.Root(), "eng", "reference", "bin", Configuration);

    /// <summary>The bots' program.</summary>
    public static string Bots { get; } =
        Path.Combine(Repository.Root(), "Mongoose.Client", "bin", Configuration, "net8.0", "mongoose-bot.dll");

    /// <summary>The signature-only assemblies of LibreMetaverse.</summary>
    public static string LibreMetaverseReferences { get; } = Path.Combine(References, "LibreMetaverse");
}
