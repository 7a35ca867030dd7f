using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The packets of one source in a report.</summary>
public readonly ref struct FeedbackBlock
{
    internal const int HeaderBytes = 8;

    private const int ArrivedBit = 0x8000;

    internal ReadOnlySpan<byte> Metrics { get; init; }

    public uint Ssrc { get; internal init; }

    /// <summary>The first number that is reported.</summary>
    public ushort First { get; internal init; }

    /// <summary>The count of reported numbers, 0 to <see cref="CongestionFeedback.MaxCount"/>.</summary>
    public int Count => Metrics.Length / CongestionFeedback.MetricBytes;

    /// <summary>Whether a packet arrived, and the time from its arrival to the report: in 1/1024 s, at most 8 s.</summary>
    /// <param name="index">0 to <see cref="Count"/> - 1, for the number <see cref="First"/> + index.</param>
    /// <param name="held">
    /// The time from its arrival to the report. <see cref="ArrivalOffset.Max"/> if it is longer; zero if the receiver does not know it or
    /// the packet arrived after the report, so that a round trip is overestimated rather than underestimated.
    /// </param>
    public bool Arrived(int index, out Duration held)
    {
        int metric = BinaryPrimitives.ReadUInt16BigEndian(Metrics[(index * CongestionFeedback.MetricBytes)..]);
        bool hasArrived = (metric & ArrivedBit) != 0;
        held = hasArrived ? ArrivalOffset.Read(metric) : Duration.Zero;
        return hasArrived;
    }

    /// <summary>The metric of a packet that arrived, without ECN.</summary>
    internal static ushort MetricOf(Duration held) => (ushort)(ArrivedBit | ArrivalOffset.Of(held));

    /// <summary>Bytes of a block, which is padded to 32 bits.</summary>
    internal static int BytesFor(int count) => HeaderBytes + (count + 1) / 2 * sizeof(uint);
}
