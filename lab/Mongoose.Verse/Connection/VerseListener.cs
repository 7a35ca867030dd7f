using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>
/// The server's side of the handshake. It answers REQUEST with a cookie and keeps nothing: its state is in the cookie's hash, so requests
/// from forged addresses cost no memory. A connection is made when the cookie comes back from the same address within 10 to 20 s. Answers
/// are at most three times as long as requests.
/// </summary>
public sealed class VerseListener
{
    /// <summary>The longest address, in bytes.</summary>
    public const int MaxPeerBytes = 64;

    private const int MaxAmplification = 3, PeriodSeconds = 10;
    private readonly VerseOptions _options;
    private readonly int _windowScale;
    private readonly ulong _key0, _key1, _idKey;

    /// <param name="options">The parameters of this end of the connections.</param>
    /// <param name="seed">The secret of the cookies. Draw it from a cryptographic source.</param>
    /// <exception cref="ArgumentException">An option is out of range; the message names it and what is allowed.</exception>
    public VerseListener(VerseOptions options, ulong seed)
    {
        options.Validate();
        _options = options;
        _windowScale = Negotiation.ScaleFor(options.InQueueBytes);
        SplitMix64 random = new(seed);
        (_key0, _key1, _idKey) = (random.Next(), random.Next(), random.Next());
    }

    /// <summary>Takes a datagram that belongs to no connection.</summary>
    /// <param name="peer">The address from which it came, port included, in any form; at most <see cref="MaxPeerBytes"/> bytes.</param>
    /// <param name="answer">Room for an answer, at least <see cref="VerseOptions.MinMaxPacketBytes"/> bytes.</param>
    /// <param name="answerBytes">The length of the answer; 0 for none.</param>
    /// <returns>
    /// A new connection with this peer; null if the datagram does not open one. It replaces an earlier connection with the same peer.
    /// </returns>
    /// <exception cref="ArgumentException">The address is too long, or the room for the answer too short.</exception>
    public VerseConnection? Receive(
        ReadOnlySpan<byte> datagram, ReadOnlySpan<byte> peer, Instant now, Span<byte> answer, out int answerBytes)
    {
        if (peer.Length > MaxPeerBytes || answer.Length < VerseOptions.MinMaxPacketBytes)
            throw new ArgumentException(
                $"addresses have at most {MaxPeerBytes} bytes, and answers need {VerseOptions.MinMaxPacketBytes}");
        answerBytes = 0;
        if (Negotiation.TryRead(datagram, out HandshakePacket packet) != VerseError.None)
            return null;
        switch (packet.Header.Flags)
        {
            case HeaderFlags.Payload | HeaderFlags.Syn:
                answerBytes = Answer(packet, peer, datagram.Length, now, answer);
                return null;
            case HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank:
                return Open(packet, peer, now);
            default:
                return null;
        }
    }

    private int Answer(in HandshakePacket request, ReadOnlySpan<byte> peer, int requestBytes, Instant now, Span<byte> answer)
    {
        Span<byte> cookie = stackalloc byte[Negotiation.CookieBytes];
        MakeCookie(cookie, peer, request.Header.PayloadId, PeriodOf(now));
        (uint id, uint ackNakId) = IdsOf(cookie);
        const HeaderFlags flags = HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Syn;
        ushort window = (ushort)Math.Min(_options.InQueueBytes >> _windowScale, ushort.MaxValue);
        new PacketHeader(flags, window, id, ackNakId, 0).Write(answer);
        CommandWriter writer = new(answer[PacketHeader.Size..]);
        writer.Verdict(CommandKind.Ack, request.Header.PayloadId);
        Negotiation.WriteAnswer(ref writer, request, _windowScale, cookie);
        int length = PacketHeader.Size + writer.Length;
        return length <= MaxAmplification * requestBytes ? length : 0;
    }

    private VerseConnection? Open(in HandshakePacket partOpen, ReadOnlySpan<byte> peer, Instant now)
    {
        if (partOpen.Cookie.IsEmpty || !IsOurs(partOpen, peer, now))
            return null;
        (uint id, uint ackNakId) = IdsOf(partOpen.Cookie);
        if (!partOpen.HasAck || partOpen.Acked != id)
            return null;
        return VerseConnection.Accept(_options, id, ackNakId, partOpen, now);
    }

    private bool IsOurs(in HandshakePacket partOpen, ReadOnlySpan<byte> peer, Instant now)
    {
        ulong period = PeriodOf(now);
        if ((byte)period != partOpen.Cookie[^1])
            period--;
        Span<byte> expected = stackalloc byte[Negotiation.CookieBytes];
        MakeCookie(expected, peer, unchecked(partOpen.Header.PayloadId - 1), period);
        return expected.SequenceEqual(partOpen.Cookie);
    }

    /// <summary>The hash of address, first id and period, and the low byte of the period.</summary>
    private void MakeCookie(Span<byte> cookie, ReadOnlySpan<byte> peer, uint clientId, ulong period)
    {
        Span<byte> data = stackalloc byte[MaxPeerBytes + sizeof(ulong) + sizeof(uint)];
        BinaryPrimitives.WriteUInt64LittleEndian(data, period);
        BinaryPrimitives.WriteUInt32LittleEndian(data[sizeof(ulong)..], clientId);
        peer.CopyTo(data[(sizeof(ulong) + sizeof(uint))..]);
        ulong hash = SipHash.Compute(_key0, _key1, data[..(sizeof(ulong) + sizeof(uint) + peer.Length)]);
        BinaryPrimitives.WriteUInt64LittleEndian(cookie, hash);
        cookie[^1] = (byte)period;
    }

    /// <summary>The server's first payload id and the AckNak id before its first, derived from the cookie.</summary>
    private (uint Payload, uint AckNak) IdsOf(ReadOnlySpan<byte> cookie)
    {
        ulong hash = SipHash.Compute(_idKey, _key0, cookie);
        return ((uint)hash, (uint)(hash >> 32));
    }

    private static ulong PeriodOf(Instant now) => unchecked((ulong)(now.Nanoseconds / (PeriodSeconds * 1_000_000_000L)));
}
