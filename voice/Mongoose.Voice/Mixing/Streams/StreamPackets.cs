using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Streams;

/// <summary>The packets in which streams travel, and the rate of a number of streams in IP bytes.</summary>
/// <param name="Form">A packet per stream, or one packet for all streams.</param>
/// <param name="Interval">The time of a packet's audio, above zero.</param>
/// <param name="StreamBytes">The bytes of one stream in a packet: audio, and in a trunk also the stream's header.</param>
/// <param name="HeaderBytes">The bytes of a packet besides its streams, with IP and UDP headers.</param>
public readonly record struct StreamPackets(PacketForm Form, Duration Interval, int StreamBytes, int HeaderBytes)
{
    /// <summary>The packets of the paper as they were logged: mu-law of 20 ms and 36 bytes of headers, 78.4 kbit/s per stream.</summary>
    public static readonly StreamPackets Paper = new(PacketForm.Plain, Duration.FromMilliseconds(20), 160, 36);

    /// <summary>Mu-law of 20 ms in a trunk: 8 bytes of stream header, and 40 bytes of IP, UDP and RTP headers.</summary>
    public static readonly StreamPackets Trunk = new(PacketForm.Trunk, Duration.FromMilliseconds(20), 168, 40);

    /// <summary>The rate of a number of streams, in IP bytes; zero for no stream.</summary>
    public DataRate RateOf(int streams) => DataRate.FromBytesPerSecond(BytesOf(streams) / Interval.Seconds);

    /// <summary>The IP bytes that carry the streams for one <see cref="Interval"/>.</summary>
    public long BytesOf(int streams) => streams <= 0 ? 0
        : Form == PacketForm.Trunk ? HeaderBytes + (long)streams * StreamBytes
        : (long)streams * (HeaderBytes + StreamBytes);

    /// <summary>The packets that carry the streams for one <see cref="Interval"/>.</summary>
    public int PacketsOf(int streams) => Form == PacketForm.Trunk ? Math.Clamp(streams, 0, 1) : Math.Max(streams, 0);

    /// <summary>
    /// The whole streams that a rate carries. A rate is a whole number of bit/s, so <see cref="RateOf"/> may be rounded below the exact
    /// rate of its streams.
    /// </summary>
    public int WholeStreamsIn(DataRate rate)
    {
        int whole = (int)StreamsIn(rate);
        return RateOf(whole + 1) <= rate ? whole + 1 : whole;
    }

    /// <summary>The streams, not necessarily whole, that a rate carries: 0 or more.</summary>
    public double StreamsIn(DataRate rate)
    {
        double bytes = rate.BytesPerSecond * Interval.Seconds;
        return Form == PacketForm.Trunk ? Math.Max(0, (bytes - HeaderBytes) / StreamBytes) : bytes / (HeaderBytes + StreamBytes);
    }
}

/// <summary>How streams are put into packets.</summary>
public enum PacketForm
{
    /// <summary>A packet per stream: plain RTP.</summary>
    Plain,

    /// <summary>One packet for all streams, between mixers.</summary>
    Trunk,
}
