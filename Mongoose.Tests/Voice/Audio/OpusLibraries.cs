using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>The implementations of Opus that this host has.</summary>
internal static class OpusLibraries
{
    public static IEnumerable<OpusLibrary> Here => OpusLibrary.Native is { } native ? [native, OpusLibrary.Managed] : [OpusLibrary.Managed];

    /// <summary>Skips a test whose bounds are those of libopus.</summary>
    public static void RequireNative()
    {
        if (OpusLibrary.Native is null)
            Assert.Ignore("libopus is not installed: apt install libopus0");
    }
}
