using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Playout;

/// <summary>Audio that has arrived and was not taken yet, by its position in ticks of the source's clock. All of it lies within a second.</summary>
internal abstract class AudioStore
{
    /// <summary>The longest packet that is kept, in ms. With the longest delay and two frames it fits into a second.</summary>
    public const int MaxPacketMs = 250;

    public static AudioStore Create(AudioFormat format, int frameTicks) =>
        format.SampleBytes > 0 ? new SampleStore(format, frameTicks) : new PacketStore();

    /// <summary>The end of what was stored last; the position of the next frame, if nothing is stored behind it.</summary>
    public long End { get; protected set; }

    /// <summary>When the packet at the beginning of the frame arrived.</summary>
    public Instant FrameArrived { get; protected set; }

    /// <summary>The time of a payload in ticks; 0 if it is empty or malformed.</summary>
    public abstract int TicksOf(ReadOnlySpan<byte> payload);

    /// <summary>Stores a payload.</summary>
    /// <param name="at">Its position.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="from">The position of the next frame: earlier audio is not stored.</param>
    /// <param name="now">When it arrived.</param>
    public abstract void Add(long at, ReadOnlySpan<byte> payload, long from, Instant now);

    /// <summary>Whether there is audio in a frame.</summary>
    public abstract bool HasAudio(long from, long to);

    /// <summary>Whether the frame before <paramref name="from"/> ended with the end of a payload, so that silence may come between.</summary>
    public abstract bool IsBoundary(long from);

    /// <summary>How much can be left out at a position: a frame, or whole packets of that time; 0 if nothing.</summary>
    public abstract int LeavableTicks(long from, int frameTicks);

    /// <summary>Leaves out audio from a position.</summary>
    public abstract void LeaveOut(long from, int ticks);

    /// <summary>Makes a frame's payloads available to <see cref="TryTake"/>.</summary>
    public abstract void Begin(long from, long to);

    /// <summary>The frame's next payload.</summary>
    public abstract bool TryTake(out ReadOnlySpan<byte> payload);

    /// <summary>Forgets all.</summary>
    public abstract void Clear(long end);
}
