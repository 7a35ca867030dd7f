using Mongoose.Testbed.Janus;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>The host's Janus; without one, the test is skipped.</summary>
internal static class InstalledJanus
{
    public static JanusServer StartOrSkip(string folder, params string[] rooms)
    {
        if (!JanusServer.IsInstalled)
            Assert.Ignore(JanusServer.HowToInstall);
        return JanusServer.Start(folder, rooms);
    }
}
