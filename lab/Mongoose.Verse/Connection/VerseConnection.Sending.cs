using Mongoose.Core.Units;
using Mongoose.Verse.State;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <content>Making packets.</content>
public sealed partial class VerseConnection
{
    /// <summary>
    /// When <see cref="TryMakePacket"/> should be called again at the latest; a time that has passed means now. Every other method may
    /// change it.
    /// </summary>
    public Instant NextTimer => State switch
    {
        ConnectionPhase.Connecting => Instant.Min(_handshake!.NextSend, _lastHeard + _options.DeadAfter),
        ConnectionPhase.Closed => _lastFinDue ? Instant.Zero : Instant.Never,
        _ => NextOpenTimer(),
    };

    /// <summary>Makes the packet that is due, if any. Call it until it returns 0.</summary>
    /// <param name="datagram">At least <see cref="VerseOptions.MaxPacketBytes"/> bytes.</param>
    /// <returns>The length of the datagram; 0 if nothing is to be sent now.</returns>
    /// <exception cref="ArgumentException">The span is too short.</exception>
    public int TryMakePacket(Instant now, Span<byte> datagram)
    {
        if (datagram.Length < _options.MaxPacketBytes)
            throw new ArgumentException($"a datagram needs {_options.MaxPacketBytes} bytes");
        EndInSilence(now);
        int length = State switch
        {
            ConnectionPhase.Connecting => MakeHandshake(now, datagram),
            ConnectionPhase.Closed => MakeLastFin(now, datagram),
            _ => MakeOpen(now, datagram[.._options.MaxPacketBytes]),
        };
        if (length > 0)
        {
            _counters.PacketsSent++;
            _counters.BytesSent += length;
        }
        return length;
    }

    private Instant NextOpenTimer()
    {
        Instant next = Instant.Min(Receiving!.AckDue, _windowGrew ? Instant.Zero : Instant.Never);
        next = Instant.Min(next, Sending.NextValues);
        next = Instant.Min(next, Sending.Timer);
        next = Instant.Min(next, _lastHeard + _options.DeadAfter);
        if (!Sending.InFlight.IsFull)
            next = Instant.Min(next, IsFinReady ? Instant.Zero : _lastPayload + _options.KeepAlive);
        return State == ConnectionPhase.Closing ? Instant.Min(next, _closingAt + _options.DeadAfter) : next;
    }

    private bool IsFinReady => _finDue && !Sending.HasUndeliveredValues;

    private void EndInSilence(Instant now)
    {
        if (State == ConnectionPhase.Closed)
            return;
        if (State == ConnectionPhase.Closing && now >= _closingAt + _options.DeadAfter)
            End(CloseReason.ByThisEnd);
        else if (now >= _lastHeard + _options.DeadAfter)
            End(State == ConnectionPhase.Connecting ? CloseReason.NoAnswer : CloseReason.PeerDead);
    }

    private int MakeHandshake(Instant now, Span<byte> datagram)
    {
        if (now < _handshake!.NextSend)
            return 0;
        if (_handshake.IsAnswered)
            unchecked { _ackNakId++; }
        return _handshake.Write(datagram, WindowField, _windowScale, _ackNakId, now);
    }

    private int MakeOpen(Instant now, Span<byte> datagram)
    {
        long timedOut = _counters.PacketsTimedOut;
        Sending.Expire(now);
        if (_finId != long.MaxValue && _counters.PacketsTimedOut > timedOut)
            _finDue = true; // the packet that was lost was FIN
        if (Sending.NextValues <= now)
            return MakePayload(now, datagram, HeaderFlags.Payload, withValues: true);
        if (IsFinReady && !Sending.InFlight.IsFull)
            return MakeFin(now, datagram);
        if (now >= _lastPayload + _options.KeepAlive && !Sending.InFlight.IsFull)
            return MakeKeepAlive(now, datagram);
        return Receiving!.AckDue <= now || _windowGrew ? MakeAck(now, datagram) : 0;
    }

    private int MakePayload(Instant now, Span<byte> datagram, HeaderFlags flags, bool withValues)
    {
        int length = WriteHead(now, datagram, flags);
        Value? first = null;
        if (withValues)
            length = Sending.WriteValues(datagram, length, out first);
        Sending.OnSent(length, first, now);
        _lastPayload = now;
        return length;
    }

    /// <summary>After FIN every payload packet is FIN: the acknowledgment of any of them ends the connection.</summary>
    private int MakeKeepAlive(Instant now, Span<byte> datagram) =>
        _finId == long.MaxValue ? MakePayload(now, datagram, HeaderFlags.Payload, withValues: false) : MakeFin(now, datagram);

    private int MakeFin(Instant now, Span<byte> datagram)
    {
        _finId = Math.Min(_finId, Sending.InFlight.NextId);
        _finDue = false;
        return MakePayload(now, datagram, HeaderFlags.Payload | HeaderFlags.Fin, withValues: false);
    }

    private int MakeAck(Instant now, Span<byte> datagram)
    {
        bool isNeeded = Receiving!.Arrivals.HasVerdicts || _windowGrew;
        int length = WriteHead(now, datagram, HeaderFlags.None);
        return isNeeded ? length : 0;
    }

    /// <summary>The last packet of a connection that has ended. Repetitions have the same id.</summary>
    private int MakeLastFin(Instant now, Span<byte> datagram)
    {
        if (!_lastFinDue)
            return 0;
        _lastFinDue = false;
        return WriteHead(now, datagram, CloseReason == CloseReason.ByPeer ? HeaderFlags.Fin : HeaderFlags.Fin | HeaderFlags.Payload);
    }

    /// <summary>Writes the header and all acknowledgments, which every packet repeats, and returns their length.</summary>
    private int WriteHead(Instant now, Span<byte> datagram, HeaderFlags flags)
    {
        CommandWriter writer = new(datagram[PacketHeader.Size..]);
        uint ackNakId = 0;
        if (Receiving!.WriteVector(ref writer, CommandWriter.MaxCommands, now) > 0)
        {
            flags |= HeaderFlags.Ack;
            unchecked { ackNakId = ++_ackNakId; }
        }
        uint id = (flags & HeaderFlags.Payload) != 0 ? unchecked((uint)Sending.InFlight.NextId) : 0;
        new PacketHeader(flags | HeaderFlags.Ank, WindowField, id, ackNakId, unchecked((uint)Sending.Acked)).Write(datagram);
        _windowGrew = false;
        return PacketHeader.Size + writer.Length;
    }
}
