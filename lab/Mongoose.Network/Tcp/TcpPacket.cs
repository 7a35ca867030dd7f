using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Tcp;

/// <summary>
/// A segment of simulated TCP in transit: data or an acknowledgment. Its size on the wire is the payload, 40 bytes of IPv4 and TCP header,
/// 12 of timestamps if they are on, 4 of SACK and 8 per block; a SYN has 60 bytes, but a SYN-ACK the size of other acknowledgments.
/// </summary>
public sealed class TcpPacket : Packet
{
    private const int HeaderBytes = 40, TimestampBytes = 12, SackBytes = 4, SackBlockBytes = 8, SynBytes = 60;

    /// <summary>
    /// The bytes that a segment has in place of its abandoned data: a FORWARD TSN chunk without streams (RFC 3758 section 3.2).
    /// </summary>
    public const int NoticeBytes = 8;

    private const long NanosecondsPerTick = 1000;

    private readonly PacketPool<TcpPacket> _pool;
    private TcpOptions _options = TcpOptions.Linux;

    private TcpPacket(PacketPool<TcpPacket> pool) => _pool = pool;

    public bool IsAck { get; private set; }

    /// <summary>The segment of a packet that is not an acknowledgment.</summary>
    public DataSegment Data { get; private set; }

    /// <summary>Whether the data was abandoned: only the notice of its range is on the wire.</summary>
    public bool IsAbandoned { get; private set; }

    public AckSegment Ack { get; private set; }

    public static PacketPool<TcpPacket> NewPool() => new(static pool => new TcpPacket(pool));

    internal void Set(in DataSegment data, TcpOptions options, bool abandoned = false)
    {
        _options = options;
        IsAck = false;
        IsAbandoned = abandoned;
        Data = data;
        WireBytes = data.IsSyn ? SynBytes : (abandoned ? NoticeBytes : data.Length) + HeaderBytes + OptionBytes;
    }

    internal void Set(in AckSegment ack, TcpOptions options)
    {
        _options = options;
        IsAck = true;
        Ack = ack;
        int blocks = ack.Sack.Count;
        WireBytes = HeaderBytes + OptionBytes + (blocks == 0 ? 0 : SackBytes + blocks * SackBlockBytes);
    }

    /// <summary>
    /// The header that such a segment would have. Each stream's SYN has the number 0 and its first byte 1, also where requests in the
    /// opposite direction open the connection. Data announces nothing about the opposite stream: it acknowledges the SYN alone, with a
    /// closed window, as soon as there was an acknowledgment whose timestamp it can echo. Timestamps are in microseconds.
    /// </summary>
    public override bool TryReadTcp(out TcpFields fields)
    {
        fields = IsAck ? AckFields() : DataFields();
        return Flow.Protocol == FlowKey.Tcp;
    }

    /// <summary>Replaces the window of an acknowledgment, in units of the window scale.</summary>
    /// <exception cref="InvalidOperationException">The packet carries data, whose window is closed.</exception>
    public override void WriteWindow(uint window)
    {
        if (!IsAck)
            base.WriteWindow(window);
        Ack = Ack with { Window = (long)window << ShiftOf(Ack) };
    }

    public override Packet Copy()
    {
        TcpPacket copy = _pool.Rent();
        copy.CopyHeaderFrom(this);
        copy._options = _options;
        (copy.IsAck, copy.IsAbandoned, copy.Data, copy.Ack) = (IsAck, IsAbandoned, Data, Ack);
        return copy;
    }

    public override void Release() => _pool.Return(this);

    private int OptionBytes => _options.Timestamps ? TimestampBytes : 0;

    private TcpFields DataFields() => new()
    {
        Flags = Data.IsSyn ? TcpFlags.Syn : Data.Echo is null ? TcpFlags.None : TcpFlags.Ack,
        Sequence = Data.IsSyn ? 0 : NumberOf(Data.Start),
        PayloadBytes = IsAbandoned ? 0 : Data.Length,
        Acknowledgment = Data.Echo is null ? 0 : NumberOf(0),
        Window = Data.IsSyn ? (uint)_options.FirstWindow : 0,
        WindowScale = Data.IsSyn ? (byte?)_options.WindowScale : null,
        MaxSegmentBytes = Data.IsSyn ? MaxSegmentBytes : null,
        Timestamps = _options.Timestamps ? new TcpTimestamps(TicksAt(Data.SentAt), Data.Echo is { } echo ? TicksAt(echo) : 0) : null,
    };

    private TcpFields AckFields() => new()
    {
        Flags = Ack.IsSyn ? TcpFlags.Syn | TcpFlags.Ack : TcpFlags.Ack,
        Acknowledgment = NumberOf(Ack.Next),
        Window = (uint)Math.Min(Ack.Window >> ShiftOf(Ack), uint.MaxValue),
        WindowScale = Ack.IsSyn ? (byte?)_options.WindowScale : null,
        MaxSegmentBytes = Ack.IsSyn ? MaxSegmentBytes : null,
        Timestamps = _options.Timestamps ? new TcpTimestamps(TicksAt(Ack.SentAt), TicksAt(Ack.Echo)) : null,
    };

    private int ShiftOf(in AckSegment ack) => ack.IsSyn ? 0 : _options.WindowScale ?? 0;

    /// <summary>The MSS option, which does not subtract other options (RFC 6691).</summary>
    private ushort MaxSegmentBytes => (ushort)(_options.SegmentBytes + OptionBytes);

    private static uint NumberOf(long position) => (uint)(position + 1);

    /// <summary>A timestamp; the first is 1, because 0 means that there is none.</summary>
    private static uint TicksAt(Instant time) => (uint)(time.Nanoseconds / NanosecondsPerTick + 1);
}
