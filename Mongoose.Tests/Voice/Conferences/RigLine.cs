using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A line between two mixers, or from a mixer to a client: a delay, and for each direction a queue if it has a rate.</summary>
internal sealed class RigLine
{
    private const int HeaderBytes = 28;

    private readonly Instant[] _freeAt = new Instant[2];

    public delegate void Handler(ReadOnlySpan<byte> datagram, Instant now);

    public Duration Delay { get; set; }

    /// <summary>The rate; without a limit if it is null.</summary>
    public DataRate? Rate { get; set; }

    /// <summary>What the queue holds at most, as time.</summary>
    public Duration Queue { get; set; } = Duration.FromMilliseconds(200);

    public Conference? A { get; set; }

    public int PeerOfA { get; set; }

    public Handler? ToA { get; set; }

    public Handler? ToB { get; set; }

    /// <summary>Whether nothing passes.</summary>
    public bool IsCut { get; set; }

    /// <summary>Which datagrams are lost.</summary>
    public Func<byte[], bool> Loses { get; set; } = _ => false;

    /// <summary>The largest datagram.</summary>
    public int LargestBytes { get; private set; }

    /// <summary>When a datagram arrives; null if it is lost.</summary>
    public Instant? Pass(ReadOnlySpan<byte> datagram, bool toB, Instant now)
    {
        LargestBytes = Math.Max(LargestBytes, datagram.Length);
        if (IsCut || Loses(datagram.ToArray()))
            return null;
        if (Rate is not { } rate)
            return now + Delay;
        ref Instant freeAt = ref _freeAt[toB ? 1 : 0];
        freeAt = Instant.Max(freeAt, now);
        if (freeAt - now > Queue)
            return null;
        freeAt += Duration.FromSeconds((datagram.Length + HeaderBytes) / rate.BytesPerSecond);
        return freeAt + Delay;
    }
}
