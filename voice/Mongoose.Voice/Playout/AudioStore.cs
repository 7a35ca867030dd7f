using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Playout;

/// <summary>
/// Audio that has arrived and has not been played yet, by its position in ticks of the source's clock. All of it lies within a second.
/// </summary>
internal abstract class AudioStore
{
    /// <summary>The longest packet that is stored, in ms. Together with the maximum delay and two frames it fits into a second.</summary>
    public const int MaxPacketMs = 250;

    public static AudioStore Create(AudioFormat format, int frameTicks) =>
        format.SampleBytes > 0 ? new SampleStore(format, frameTicks) : new PacketStore();

    /// <summary>
    /// The end of the latest audio that was stored, even if that audio has been played; before the first, the end given to
    /// <see cref="Clear"/>.
    /// </summary>
    public long End { get; protected set; }

    /// <summary>When the frame's first packet arrived; null if no packet begins in the frame.</summary>
    public Instant? FrameArrived { get; protected set; }

    /// <summary>The time of a payload in ticks; 0 if the payload is empty, malformed or too long.</summary>
    public abstract int TicksOf(ReadOnlySpan<byte> payload);

    /// <summary>Stores a payload.</summary>
    /// <param name="from">The position of the next frame; earlier audio is not stored.</param>
    /// <param name="now">When the payload arrived.</param>
    public abstract void Add(long at, ReadOnlySpan<byte> payload, long from, Instant now);

    /// <summary>Whether there is audio in a frame.</summary>
    public abstract bool HasAudio(long from, long to);

    /// <summary>Whether silence may be inserted at <paramref name="from"/>: no payload that was taken extends beyond it.</summary>
    public abstract bool IsBoundary(long from);

    /// <summary>The ticks that can be left out at a position: a frame, or whole packets of that time; 0 if nothing.</summary>
    public abstract int LeavableTicks(long from, int frameTicks);

    /// <summary>Leaves out audio from a position.</summary>
    public abstract void LeaveOut(long from, int ticks);

    /// <summary>Makes a frame's payloads available to <see cref="TryTake"/>.</summary>
    public abstract void Begin(long from, long to);

    /// <summary>The frame's next payload.</summary>
    public abstract bool TryTake(out ReadOnlySpan<byte> payload);

    /// <summary>Removes all audio.</summary>
    public abstract void Clear(long end);
}
