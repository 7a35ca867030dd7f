using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;

namespace Mongoose.Tests.OpenSim;

/// <summary>The engines of bots, for tests that both are to pass.</summary>
internal static class Engines
{
    public static readonly TestCaseData[] Both =
    [
        new TestCaseData(BuiltinEngine.EngineName).SetArgDisplayNames(BuiltinEngine.EngineName),
        new TestCaseData(LibreMetaverseEngine.EngineName).SetArgDisplayNames(LibreMetaverseEngine.EngineName).SetCategory("LibreMetaverse"),
    ];

    /// <summary>The names of those that can run here.</summary>
    public static IEnumerable<string> Found =>
        HasLibrary ? [BuiltinEngine.EngineName, LibreMetaverseEngine.EngineName] : [BuiltinEngine.EngineName];

    private static bool HasLibrary => LibreMetaverseFolder.Find(LibreMetaverseFolder.DefaultDirectory) is not null;

    /// <summary>Has a test reported as skipped where its engine is missing.</summary>
    public static void Require(string engine)
    {
        if (!Found.Contains(engine))
            Assert.Ignore($"no LibreMetaverse in {LibreMetaverseFolder.DefaultDirectory}: set {LibreMetaverseFolder.Variable} to a folder with it");
    }
}
