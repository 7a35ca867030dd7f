using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Network.Tcp;

/// <summary>
/// Both ends of a TCP connection. The defaults are those of the RFCs with current common practice; <see cref="Linux"/> is closer to that
/// kernel, and is the default of scenarios. Where timeouts are frequent, the two differ: at 10 % loss, Reno with the defaults, whose
/// timeouts last at least a second, reaches 0.78 of its rate with <see cref="Linux"/>.
/// </summary>
public sealed record TcpOptions
{
    /// <summary>The largest value of the window field in a TCP header.</summary>
    private const int MaxWindowField = ushort.MaxValue;

    /// <summary>Closer to Linux: timeouts of at least 200 ms above the round trip, detection of lost retransmissions, proportional rate
    /// reduction, windows of whole segments.</summary>
    public static readonly TcpOptions Linux = new()
    {
        RtoRule = RtoRule.Linux,
        MinRto = Duration.FromMilliseconds(200),
        LostRetransmissionDetection = true,
        ProportionalRateReduction = true,
        WholeSegments = true,
    };

    public CongestionAlgorithm CongestionControl { get; init; } = new Reno();

    /// <summary>SMSS, 1 to 65000 bytes. On the wire add the headers (<see cref="TcpPacket"/>).</summary>
    [Setting("segmentBytes", Min = 76, Max = 65_000, Unit = "bytes", Text = "payload of a full segment; of the kernel at most 1448")]
    public int SegmentBytes { get; init; } = 1448;

    [Setting("segmentsPerAck", Min = 1, Max = 2, Text = "2: delayed acks. The kernel itself chooses 2, or 1 in slow start")]
    public int SegmentsPerAck { get; init; } = 2;

    /// <summary>In full segments (RFC 6928: 10; RFC 5681: 2 to 4).</summary>
    [Setting("initialWindowSegments", Min = 1, Max = 1000, Text = "initial congestion window; of the kernel always 10")]
    public int InitialWindowSegments { get; init; } = 10;

    /// <summary>The receiver's buffer, at least one segment; null: 4 MiB. Data in order is read immediately.</summary>
    [Setting("receiveWindowBytes", Min = 76, Max = 1 << 30, Unit = "bytes", Range = "`segmentBytes` to 1073741824", Default = "4194304",
        Text = "maximum in flight; of the kernel the socket's buffer, by default adaptive")]
    public long? ReceiveWindowBytes { get; init; }

    /// <summary>RFC 7323 section 2.2. Null: windows have any size, and segments carry no such option.</summary>
    [Setting("windowScale", Min = 0, Max = TcpHeader.MaxWindowScale, Default = "no rounding",
        Text = "simulated: windows are at most 65535 units of 2^`windowScale` bytes")]
    public int? WindowScale { get; init; }

    /// <summary>RFC 2018 and RFC 6675; without it NewReno (RFC 6582).</summary>
    [Setting("sack", Text = "selective acks; false: NewReno. Of the kernel always true")]
    public bool Sack { get; init; } = true;

    /// <summary>Data packets can be marked.</summary>
    [Setting("ecn", Text = "ECN (RFC 3168); if one flow of the kernel enables it, all use it")]
    public bool Ecn { get; init; }

    /// <summary>Applied according to <see cref="RtoRule"/>.</summary>
    [Setting("minRtoMs", Min = 1, Max = 60_000, Unit = "ms",
        Text = "minimum retransmission timeout beyond the round trip; of the kernel always 200 (RFC 6298: 1000)")]
    public Duration MinRto { get; init; } = Duration.FromSeconds(1);

    /// <summary>
    /// Reductions round down to whole segments, as in stacks that count segments. If windows are in bytes, as in the RFCs, the fraction of
    /// a segment in excess of whole segments slows growth.
    /// </summary>
    public bool WholeSegments { get; init; }

    /// <summary>Whether a SYN and its answer precede the first data: one round trip, and the first sample for the timeout.</summary>
    public bool Handshake { get; init; } = true;

    /// <summary>
    /// The stream has room (<see cref="IByteStream.HasRoom"/>) while fewer bytes than this wait to be sent for the first time, as with
    /// Linux's TCP_NOTSENT_LOWAT; at least 1. More data can be written nevertheless.
    /// </summary>
    public long UnsentBytes { get; init; } = 1;

    /// <summary>
    /// With SACK: a lost retransmission is sent again when data that was sent after it arrives, as with RACK (RFC 8985), instead of after a
    /// timeout. For paths that keep order.
    /// </summary>
    public bool LostRetransmissionDetection { get; init; }

    /// <summary>
    /// With SACK: in fast recovery the window shrinks in proportion to the data that arrives (RFC 6937) instead of immediately.
    /// </summary>
    public bool ProportionalRateReduction { get; init; }

    /// <summary>RFC 3042: new data on the first two duplicate acknowledgments.</summary>
    public bool LimitedTransmit { get; init; } = true;

    /// <summary>
    /// RFC 7323: every acknowledgment of new data measures the round trip; without it one segment per round trip does (Karn).
    /// </summary>
    public bool Timestamps { get; init; } = true;

    /// <summary>RFC 5681 section 4.1: returns to the initial window if nothing was sent for longer than the timeout.</summary>
    public bool RestartAfterIdle { get; init; } = true;

    public RtoRule RtoRule { get; init; } = RtoRule.Rfc6298;

    /// <summary>
    /// How long an acknowledgment waits for the next segment (RFC 1122: at most 500 ms; Linux from 40 ms, others 200 ms).
    /// </summary>
    public Duration AckDelay { get; init; } = Duration.FromMilliseconds(40);

    /// <summary>The receiver's buffer, before windows are rounded.</summary>
    public long ReceiveBufferBytes => ReceiveWindowBytes ?? 4 * 1024 * 1024;

    internal long InitialCwnd => (long)InitialWindowSegments * SegmentBytes;

    /// <summary>
    /// The window in a SYN or its answer, which has no scale. It is small, because no middlebox can take a window back. Without a scale it
    /// leaves room for the initial window at least.
    /// </summary>
    internal long FirstWindow => Math.Min(ReceiveBufferBytes, WindowScale is null ? Math.Max(MaxWindowField, InitialCwnd) : MaxWindowField);

    /// <summary>The window in all other acknowledgments.</summary>
    internal long Window => WindowScale is { } scale ? Math.Min(ReceiveBufferBytes >> scale, MaxWindowField) << scale : ReceiveBufferBytes;

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        Require(SegmentBytes is >= 1 and <= 65_000, nameof(SegmentBytes), SegmentBytes, "1 to 65000");
        Require(InitialWindowSegments is >= 1 and <= 1000, nameof(InitialWindowSegments), InitialWindowSegments, "1 to 1000");
        Require(ReceiveBufferBytes >= SegmentBytes, nameof(ReceiveWindowBytes), ReceiveBufferBytes,
            $"at least one segment ({SegmentBytes})");
        Require(WindowScale is null or (>= 0 and <= TcpHeader.MaxWindowScale), nameof(WindowScale), WindowScale ?? 0,
            $"0 to {TcpHeader.MaxWindowScale}");
        Require(Window >= SegmentBytes, nameof(WindowScale), WindowScale ?? 0, $"windows of at least one segment ({SegmentBytes})");
        Require(UnsentBytes >= 1, nameof(UnsentBytes), UnsentBytes, "at least 1");
        Require(SegmentsPerAck is 1 or 2, nameof(SegmentsPerAck), SegmentsPerAck, "1 or 2");
        Require(MinRto > Duration.Zero && MinRto <= RtoEstimator.Max, nameof(MinRto), MinRto, $"above 0, up to {RtoEstimator.Max}");
        Require(AckDelay >= Duration.Zero && AckDelay <= MaxAckDelay, nameof(AckDelay), AckDelay, $"0 to {MaxAckDelay}");
    }

    private static readonly Duration MaxAckDelay = Duration.FromMilliseconds(500);

    private static void Require(bool holds, string name, object value, string range)
    {
        if (!holds)
            throw new ArgumentException($"TCP {name} {value}: allowed is {range}.");
    }
}
