using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Settings;

/// <summary>The frame times that codecs support, in ms.</summary>
public static class FrameTimes
{
    /// <summary>The time that Opus does not support (RFC 6716 section 2.1.4).</summary>
    private const int NotOfOpus = 30;

    private static readonly int[] All = [10, 20, 30, 40, 60];

    /// <summary>All of them, for messages.</summary>
    public static string Names => string.Join(", ", All);

    /// <summary>Whether a codec supports this frame time; without a codec, whether any does.</summary>
    public static bool IsAllowed(int milliseconds, AudioCodec? codec = null) =>
        All.Contains(milliseconds) && (codec != AudioCodec.Opus || milliseconds != NotOfOpus);
}
