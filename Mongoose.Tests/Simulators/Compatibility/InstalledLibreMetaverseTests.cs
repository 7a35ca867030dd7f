using Mongoose.Client.Sessions.LibreMetaverse;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>The bots and a real LibreMetaverse.</summary>
[Category("LibreMetaverse")]
public sealed class InstalledLibreMetaverseTests : InstalledTests
{
    private protected override string Compiled => Built.Bots;

    private protected override string References => Built.LibreMetaverseReferences;

    private protected override string FindOrSkip()
    {
        Engines.Require(LibreMetaverseEngine.EngineName);
        return LibreMetaverseFolder.DefaultDirectory;
    }
}
