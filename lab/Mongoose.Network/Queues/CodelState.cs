using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// CoDel's control loop over one list of packets: the pseudo-code of RFC 8289 section 5, with ECN as in Linux (a marked packet is
/// delivered, and ends the drops of this dequeue).
/// </summary>
internal struct CodelState
{
    private const ushort OneInQ16 = ushort.MaxValue;

    private Instant? _firstAboveTime;
    private Instant _dropNext;
    private uint _count;
    private uint _lastCount;
    private ushort _inverseRoot;
    private bool _dropping;

    /// <summary>dequeue() of section 5.5.</summary>
    public Packet? Dequeue(QueueDiscipline owner, ref PacketList queue, CodelParameters parameters, Instant now)
    {
        Packet? packet = TakeFirst(ref queue, parameters, now, out bool okToDrop);
        if (_dropping)
        {
            _dropping = okToDrop;
            while (_dropping && now >= _dropNext)
            {
                Count(_count + 1);
                if (owner.TryMark(packet!, QueueDropReason.Target, now))
                {
                    _dropNext = ControlLaw(_dropNext, parameters);
                    break;
                }
                owner.Drop(packet!, QueueDropReason.Target, now);
                packet = TakeFirst(ref queue, parameters, now, out _dropping);
                if (_dropping)
                    _dropNext = ControlLaw(_dropNext, parameters);
            }
        }
        else if (okToDrop)
        {
            if (!owner.TryMark(packet!, QueueDropReason.Target, now))
            {
                owner.Drop(packet!, QueueDropReason.Target, now);
                packet = TakeFirst(ref queue, parameters, now, out _);
            }
            EnterDropState(parameters, now);
        }
        return packet;
    }

    /// <summary>Shortly after the last drop state, its drop rate is a better start than one drop per interval.</summary>
    private void EnterDropState(CodelParameters parameters, Instant now)
    {
        _dropping = true;
        uint delta = _count - _lastCount;
        if (delta > 1 && (now - _dropNext).Nanoseconds < 16 * parameters.Interval.Nanoseconds)
        {
            Count(delta);
        }
        else
        {
            _count = 1;
            _inverseRoot = OneInQ16;
        }
        _dropNext = ControlLaw(now, parameters);
        _lastCount = _count;
    }

    /// <summary>dodequeue() of section 5.6. The packet itself no longer counts as backlog.</summary>
    private Packet? TakeFirst(ref PacketList queue, CodelParameters parameters, Instant now, out bool okToDrop)
    {
        okToDrop = false;
        Packet? packet = queue.TakeFirst();
        if (packet is null || now - packet.EnqueuedAt < parameters.Target || queue.Bytes <= parameters.MaxPacketBytes)
            _firstAboveTime = null;
        else if (_firstAboveTime is not { } firstAboveTime)
            _firstAboveTime = now + parameters.Interval;
        else
            okToDrop = now >= firstAboveTime;
        return packet;
    }

    private void Count(uint count)
    {
        _count = count;
        _inverseRoot = NewtonStep(_inverseRoot, count);
    }

    private readonly Instant ControlLaw(Instant time, CodelParameters parameters)
    {
        long interval = parameters.Interval.Nanoseconds;
        return time + new Duration(parameters.SquareRoot == SquareRoot.Exact
            ? (long)(interval / Math.Sqrt(_count))
            : interval * _inverseRoot >> 16);
    }

    /// <summary>x' = x (3 - count x^2) / 2 towards 1/sqrt(count), in 32-bit fixed point of which 16 bits are kept.</summary>
    internal static ushort NewtonStep(ushort inverseRoot, uint count)
    {
        ulong x = (ulong)inverseRoot << 16;
        ulong square = x * x >> 32;
        ulong factor = unchecked((3UL << 32) - count * square) >> 2;
        return (ushort)(uint)(unchecked(factor * x) >> 31 >> 16);
    }
}
