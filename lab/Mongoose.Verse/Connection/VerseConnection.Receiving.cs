using Mongoose.Core.Units;
using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <content>Reading packets.</content>
public sealed partial class VerseConnection
{
    /// <summary>
    /// Takes a datagram from the peer. The caller knows the peer by its address. A refused datagram changes nothing but a counter, except
    /// that <see cref="VerseError.Repeated"/> causes an acknowledgment, <see cref="VerseError.TooManyKeys"/> ends the connection, and
    /// <see cref="VerseError.Closed"/> may repeat FIN. If there is a listener, give it the datagrams refused as
    /// <see cref="VerseError.NotThisConnection"/> or <see cref="VerseError.Closed"/>: the peer may have restarted.
    /// </summary>
    /// <returns>Why the datagram was refused, or <see cref="VerseError.None"/>. No datagram causes an exception.</returns>
    public VerseError Receive(ReadOnlySpan<byte> datagram, Instant now)
    {
        VerseError error = PacketHeader.TryRead(datagram, out PacketHeader header);
        if (error == VerseError.None)
            error = State switch
            {
                ConnectionPhase.Connecting => ReceiveHandshake(datagram, header, now),
                ConnectionPhase.Closed => ReceiveClosed(header),
                _ => ReceiveOpen(datagram, header, now),
            };
        if (error == VerseError.None)
        {
            // A server that answers requests only does not renew the time in which the handshake must end.
            if (State != ConnectionPhase.Connecting)
                _lastHeard = now;
            _counters.PacketsReceived++;
            _counters.BytesReceived += datagram.Length;
        }
        else
            _counters.PacketsRefused++;
        return error;
    }

    private VerseError ReceiveHandshake(ReadOnlySpan<byte> datagram, in PacketHeader header, Instant now)
    {
        ClientHandshake handshake = _handshake!;
        if (header.Has(HeaderFlags.Syn))
        {
            VerseError error = Negotiation.TryRead(datagram, out HandshakePacket packet);
            return error == VerseError.None ? handshake.OnRespond(packet, now) : error;
        }
        return handshake.HasServer ? ReceiveFirst(datagram, header, now) : VerseError.NotThisConnection;
    }

    /// <summary>The server's first packet after RESPOND opens the connection if it acknowledges PARTOPEN.</summary>
    private VerseError ReceiveFirst(ReadOnlySpan<byte> datagram, in PacketHeader header, Instant now)
    {
        ClientHandshake handshake = _handshake!;
        Span<Verdict> room = stackalloc Verdict[CommandWriter.MaxCommands];
        VerseError error = ReadCommands(datagram, header, room, out Commands commands);
        if (error != VerseError.None)
            return error;
        if (commands.Vector.IsEmpty || commands.Vector[^1].Id != handshake.PartOpenId)
            return VerseError.NotThisConnection;
        _peerScale = handshake.ServerScale;
        Receiving = new Incoming(_options, handshake.ServerId, _counters);
        State = ConnectionPhase.Open;
        error = ReceiveOpen(datagram, header, now);
        if (error != VerseError.None)
        {
            if (State != ConnectionPhase.Closed)
                State = ConnectionPhase.Connecting;
            return error;
        }
        if (handshake.RoundTrip is { } roundTrip)
            Sending.OnHandshake(roundTrip, now);
        return VerseError.None;
    }

    /// <summary>A peer that has not learned of the end is answered again.</summary>
    private VerseError ReceiveClosed(in PacketHeader header)
    {
        HeaderFlags unaware = CloseReason switch
        {
            CloseReason.ByPeer => HeaderFlags.Payload | HeaderFlags.Fin, // the answer to FIN was lost
            CloseReason.LimitExceeded => HeaderFlags.Payload, // FIN was lost
            _ => HeaderFlags.None,
        };
        if (unaware == HeaderFlags.None || !header.Has(unaware) || header.Has(HeaderFlags.Syn) || CheckIds(header, []) != VerseError.None)
            return VerseError.Closed;
        _lastFinDue = true;
        return header.Has(HeaderFlags.Fin) ? VerseError.None : VerseError.Closed;
    }

    private VerseError ReceiveOpen(ReadOnlySpan<byte> datagram, in PacketHeader header, Instant now)
    {
        Span<Verdict> room = stackalloc Verdict[CommandWriter.MaxCommands];
        VerseError error = ReadCommands(datagram, header, room, out Commands commands);
        if (error == VerseError.None)
            error = Check(header, commands);
        if (error != VerseError.None)
            return error;
        if (header.Has(HeaderFlags.Payload))
            error = Receiving!.OnPayload(header.PayloadId, commands.Values, Receiver, now);
        if (error == VerseError.Repeated)
            return error;
        if (!header.Has(HeaderFlags.Ack) || IsNewAckNak(header.AckNakId))
            TakeWindow(header);
        if (!commands.Vector.IsEmpty)
            OnVector(commands.Vector, Duration.FromMicroseconds(commands.Held * (double)Incoming.HeldUnitMicroseconds), now);
        Receiving!.Arrivals.OmitThrough(header.AnkId);
        if (State == ConnectionPhase.Closed)
            return error; // the vector acknowledged FIN
        if (error == VerseError.TooManyKeys)
            EndWithFin(CloseReason.LimitExceeded);
        else if (header.Has(HeaderFlags.Fin))
            OnFin(header);
        return error;
    }

    /// <summary>Everything that may refuse the packet, before anything changes.</summary>
    private VerseError Check(in PacketHeader header, in Commands commands)
    {
        if (header.Has(HeaderFlags.Syn) || commands.HasNegotiation && !IsPartOpen(header, commands.Vector))
            return VerseError.NotThisConnection;
        bool isFinAnswer = header.Has(HeaderFlags.Fin) && State == ConnectionPhase.Closing;
        if (!header.Has(HeaderFlags.Payload) && (!commands.Values.IsEmpty || header.Has(HeaderFlags.Fin) && !isFinAnswer))
            return VerseError.BadFlags;
        VerseError error = CheckIds(header, commands.Vector);
        if (error != VerseError.None)
            return error;
        return Receiving!.AreValid(commands.Values) ? VerseError.None : VerseError.BadValue;
    }

    /// <summary>Every packet has an Ank id, so that only those who know the ids in use can have a packet accepted.</summary>
    private VerseError CheckIds(in PacketHeader header, ReadOnlySpan<Verdict> vector)
    {
        ArrivalRecord arrivals = Receiving!.Arrivals;
        if (!header.Has(HeaderFlags.Ank))
            return VerseError.BadFlags;
        if (!arrivals.HasReached(header.AnkId))
            return VerseError.AnkFromFuture;
        if (!arrivals.IsPlausible(header.AnkId) || header.Has(HeaderFlags.Payload) && !arrivals.IsPlausible(header.PayloadId))
            return VerseError.ImplausibleId;
        return vector.IsEmpty ? VerseError.None : Sending.CheckAcked(vector[^1].Id);
    }

    /// <summary>
    /// Whether the packet repeats the PARTOPEN that opened this connection. Any other PARTOPEN is from a client that has restarted: its ids
    /// are random, and may seem plausible here.
    /// </summary>
    private bool IsPartOpen(in PacketHeader header, ReadOnlySpan<Verdict> vector) =>
        _partOpen is { } ids && header.PayloadId == ids.Client && vector.Length == 1 && vector[0].Id == ids.Server;

    private static VerseError ReadCommands(ReadOnlySpan<byte> datagram, in PacketHeader header, Span<Verdict> room, out Commands commands)
    {
        commands = default;
        int verdicts = 0;
        CommandReader reader = new(datagram[PacketHeader.Size..]);
        while (reader.TryRead(out Command command))
        {
            if (command.Kind is CommandKind.Ack or CommandKind.Nak)
                room[verdicts++] = new Verdict(command.Kind == CommandKind.Ack, command.Id);
            else if (command.Kind == CommandKind.Held)
                commands.Held = command.Held;
            else
                commands.HasNegotiation = true;
        }
        if (reader.Error != VerseError.None)
            return reader.Error;
        if (header.Has(HeaderFlags.Ack) != verdicts > 0)
            return VerseError.BadFlags;
        commands.Vector = room[..verdicts];
        if (!reader.Rest.IsEmpty)
        {
            if (reader.Rest[0] != (byte)CommandKind.Values)
                return VerseError.BadCommand;
            commands.Values = reader.Rest[1..];
        }
        return commands.Vector.IsEmpty ? VerseError.None : Verdict.Check(commands.Vector);
    }

    /// <summary>The content of a packet after its header.</summary>
    private ref struct Commands
    {
        public ReadOnlySpan<Verdict> Vector;
        public ushort Held;
        public bool HasNegotiation;
        public ReadOnlySpan<byte> Values;
    }

    private bool IsNewAckNak(uint id)
    {
        if (_peerAckNakId is { } newest && !Serial.IsAfter(id, newest))
            return false;
        _peerAckNakId = id;
        return true;
    }

    private void OnVector(ReadOnlySpan<Verdict> vector, Duration held, Instant now)
    {
        long naked = _counters.PacketsNaked;
        Sending.OnVector(vector, held, now);
        if (_finId == long.MaxValue)
            return;
        if (Sending.Acked >= _finId)
            End(CloseReason.ByThisEnd);
        else if (_counters.PacketsNaked > naked)
            _finDue = true;
    }

    private void OnFin(in PacketHeader header)
    {
        if (header.Has(HeaderFlags.Payload))
            EndWithFin(CloseReason.ByPeer);
        else
            End(CloseReason.ByThisEnd);
    }
}
