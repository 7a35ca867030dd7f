using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>The opening of a connection as the clamp sees it: the SYN of the data's sender and that of its receiver.</summary>
internal struct Handshake
{
    /// <summary>The segment size of an end that does not name one (RFC 9293 section 3.7.1).</summary>
    private const int DefaultSegmentBytes = 536;

    /// <summary>The length of the timestamps option with its padding (RFC 7323 appendix A).</summary>
    private const int TimestampBytes = 12;

    /// <summary>How far after a SYN its acknowledgment may be: a forged one hits this part of the numbers once in 65 536 times.</summary>
    private const int AnswerRange = 65_536;

    private Syn _sender, _receiver;
    private bool _isAmbiguous;

    /// <summary>
    /// Whether both SYNs have passed, and those that were repeated had the same scale. Windows of other connections cannot be read, because
    /// their scale is unknown.
    /// </summary>
    public readonly bool IsComplete => _sender.IsSeen && _receiver.IsSeen && !_isAmbiguous;

    /// <summary>Whether each end has acknowledged the SYN of the other, which the sender of a forged SYN cannot do.</summary>
    public readonly bool IsEstablished => IsComplete && _sender.IsAnswered && _receiver.IsAnswered;

    /// <summary>The first byte that the sender sends.</summary>
    public readonly uint FirstByte => unchecked(_sender.Number + 1);

    /// <summary>The end of the data in the sender's SYN (TCP Fast Open, RFC 7413); without data the first byte.</summary>
    public readonly uint FirstEnd => SequenceNumber.After(FirstByte, _sender.PayloadBytes);

    /// <summary>The largest window in the receiver's SYNs, in bytes.</summary>
    public readonly uint FirstWindow => _receiver.Window;

    /// <summary>The scale of the receiver's windows: none unless both ends have offered one (RFC 7323 section 2.2).</summary>
    public readonly int Shift => _sender.Scale is not null && _receiver.Scale is { } scale ? Math.Min(scale, TcpHeader.MaxWindowScale) : 0;

    /// <summary>The maximum segment size: the smaller of the two ends', because many senders never exceed their own.</summary>
    public readonly int SegmentBytes =>
        Math.Min(_sender.MaxSegmentBytes ?? DefaultSegmentBytes, _receiver.MaxSegmentBytes ?? DefaultSegmentBytes);

    /// <summary>The largest payload of a segment: options take part of the maximum segment size (RFC 6691 section 2).</summary>
    public readonly int PayloadBytes => Math.Max(1, SegmentBytes - (_sender.HasTimestamps && _receiver.HasTimestamps ? TimestampBytes : 0));

    /// <summary>
    /// Whether this SYN belongs to another connection between the same ports than the SYNs seen before: its end has sent another number, or
    /// one of the ends answers a SYN that has not passed here. Another answer to a SYN that has passed does not: it replaces the previous
    /// answer.
    /// </summary>
    public readonly bool IsReplacedBy(bool fromSender, in TcpFields syn)
    {
        Syn seen = fromSender ? _sender : _receiver, opposite = fromSender ? _receiver : _sender;
        bool isAnswer = opposite.IsSeen && syn.Has(TcpFlags.Ack);
        // A SYN with data (RFC 7413) may be repeated without the data, after both have been acknowledged.
        int bytes = seen.IsSeen && seen.Number == syn.Sequence ? Math.Max(seen.PayloadBytes, syn.PayloadBytes) : syn.PayloadBytes;
        return seen.IsSeen && seen.Number != syn.Sequence && !isAnswer
            || isAnswer && !IsAnswer(syn.Acknowledgment, opposite.Number, opposite.PayloadBytes)
            || opposite is { IsSeen: true, Answers: { } answered } && !IsAnswer(answered, syn.Sequence, bytes);
    }

    /// <summary>
    /// A SYN passes. If it repeats an earlier SYN, the answer may be to either, so there will be no sample. A SYN-ACK with another number
    /// comes from SYN proxies, SYN cookies, or a server that has forgotten the first; once the first was acknowledged, another changes
    /// nothing.
    /// </summary>
    /// <returns>Whether the end begins with this SYN, for the first time or with another number than before.</returns>
    public bool OnSyn(bool fromSender, in TcpFields syn, Instant now)
    {
        ref Syn seen = ref Of(ref this, fromSender);
        if (!seen.IsSeen)
        {
            seen = new Syn(syn, now);
            return true;
        }
        bool isRepeated = seen.Number == syn.Sequence;
        if (!isRepeated && seen.IsAnswered)
            return false;
        // It is unknown which of the SYNs has arrived.
        _isAmbiguous |= seen.Scale != syn.WindowScale;
        uint window = Math.Max(seen.Window, syn.Window);
        if (isRepeated)
            (seen.IsAwaited, seen.PayloadBytes) = (false, Math.Max(seen.PayloadBytes, syn.PayloadBytes));
        else
            seen = new Syn(syn, now);
        seen.Window = window;
        return !isRepeated;
    }

    /// <summary>
    /// A segment passes; true if it is the first answer to the opposite end's SYN: <paramref name="sample"/> is then the round trip between
    /// the clamp and the end that answers.
    /// </summary>
    public bool TryComplete(bool fromSender, in TcpFields fields, Instant now, out Duration sample)
    {
        ref Syn opposite = ref Of(ref this, !fromSender);
        sample = now - opposite.PassedAt;
        if (opposite.IsAnswered || !IsAnsweredBy(fromSender, fields))
            return false;
        opposite.IsAnswered = true;
        return opposite.IsAwaited;
    }

    /// <summary>Whether a segment acknowledges the SYN of the opposite end, and not much more.</summary>
    public readonly bool IsAnsweredBy(bool fromSender, in TcpFields fields)
    {
        Syn opposite = fromSender ? _receiver : _sender;
        return opposite.IsSeen && fields.Has(TcpFlags.Ack) && IsAnswer(fields.Acknowledgment, opposite.Number, AnswerRange);
    }

    /// <summary>Whether a SYN with this number and at most the given bytes after it are acknowledged.</summary>
    private static bool IsAnswer(uint acknowledgment, uint number, int bytes) => unchecked(acknowledgment - number - 1) <= (uint)bytes;

    private static ref Syn Of(ref Handshake handshake, bool fromSender) =>
        ref fromSender ? ref handshake._sender : ref handshake._receiver;

    /// <summary>The SYN of one end.</summary>
    private struct Syn(in TcpFields fields, Instant passedAt)
    {
        public readonly bool IsSeen = true;
        public readonly uint Number = fields.Sequence;
        public readonly byte? Scale = fields.WindowScale;
        public readonly ushort? MaxSegmentBytes = fields.MaxSegmentBytes;
        public readonly uint? Answers = fields.Has(TcpFlags.Ack) ? fields.Acknowledgment : null;
        public readonly bool HasTimestamps = fields.Timestamps is not null;
        public readonly Instant PassedAt = passedAt;
        public uint Window = fields.Window;
        public int PayloadBytes = fields.PayloadBytes;
        public bool IsAwaited = true, IsAnswered;
    }
}
