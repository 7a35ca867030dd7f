using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>The implementations of Opus that this host has.</summary>
internal static class OpusLibraries
{
    public static IEnumerable<OpusLibrary> Here => OpusLibrary.Native is { } native ? [native, OpusLibrary.Managed] : [OpusLibrary.Managed];
}
