using Mongoose.Core.Units;

namespace Mongoose.Voice.Playout;

/// <summary>The content of a source's frame.</summary>
internal enum PlayoutKind
{
    /// <summary>The source pauses, or has ended.</summary>
    Idle,

    /// <summary>There is audio.</summary>
    Audio,

    /// <summary>The audio is lost or late.</summary>
    Missing,
}

/// <summary>
/// Counters and delays of a playout buffer. <see cref="Frames"/> counts the frames that were <see cref="PlayoutKind.Audio"/>;
/// <see cref="PlayoutKind.Missing"/> ones are <see cref="Missing"/> + <see cref="Held"/> + <see cref="Ended"/>, except for up to three
/// for which the buffer still waits, which are counted when their kind is known.
/// </summary>
/// <param name="Delay">The time from the arrival of a packet to the frame with its beginning; that of the latest such frame.</param>
/// <param name="Frames">Frames with audio.</param>
/// <param name="Missing">Frames whose audio was lost or late.</param>
/// <param name="Late">Packets that arrived after their frame, in whole or in part.</param>
/// <param name="Skipped">Frames of the source that were left out.</param>
/// <param name="Held">Frames without audio by which the delay grew.</param>
/// <param name="Ended">Frames for which the buffer waited before the source counted as paused.</param>
/// <param name="Outage">Frames counted as a pause although the sequence numbers show that their packets were lost.</param>
internal readonly record struct PlayoutState(Duration Delay, long Frames, long Missing, long Late, long Skipped, long Held, long Ended,
    long Outage)
{
    /// <summary>Frames of the source that are not heard because they were lost or late.</summary>
    public long Unheard => Missing + Outage;
}
