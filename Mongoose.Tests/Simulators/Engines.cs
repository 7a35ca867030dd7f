using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;

namespace Mongoose.Tests.Simulators;

/// <summary>The engines of bots, for tests that both engines must pass.</summary>
internal static class Engines
{
    public static readonly TestCaseData[] Both =
    [
        new TestCaseData(BuiltinEngine.EngineName).SetArgDisplayNames(BuiltinEngine.EngineName),
        new TestCaseData(LibreMetaverseEngine.EngineName).SetArgDisplayNames(LibreMetaverseEngine.EngineName).SetCategory("LibreMetaverse"),
    ];

    /// <summary>Skips a test if its engine is missing.</summary>
    public static void Require(string engine)
    {
        string directory = LibreMetaverseFolder.DefaultDirectory;
        if (engine == LibreMetaverseEngine.EngineName && LibreMetaverseFolder.Find(directory) is null)
            Assert.Ignore($"no LibreMetaverse in {directory}: set {LibreMetaverseFolder.Variable} to a folder with it");
    }
}
