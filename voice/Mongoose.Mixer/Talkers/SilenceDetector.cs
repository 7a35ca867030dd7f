using Mongoose.Core.Units;

namespace Mongoose.Mixer.Talkers;

/// <summary>Finds passages of silence. A passage begins some frames after the last audible one.</summary>
internal sealed class SilenceDetector(Duration frame)
{
    /// <summary>Frames at this level or quieter are silent, in -dBov.</summary>
    private const byte Threshold = 60;

    /// <summary>Silence that is still sent, so that the ends of words are not cut.</summary>
    private static readonly Duration Hangover = Duration.FromMilliseconds(200);

    private Duration _quiet = Hangover;

    /// <summary>Whether the last frame belongs to a passage of silence.</summary>
    public bool IsSilent => _quiet >= Hangover;

    public void Next(byte level) => _quiet = level < Threshold ? Duration.Zero : Duration.Min(_quiet + frame, Hangover);
}
