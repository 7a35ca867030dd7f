using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>
/// A model of one connection whose ends and network do what they like: data is sent again, acknowledgments overtake each other or get lost,
/// windows close and open, SYNs are repeated, changed, missed, or cross, ports are used again, numbers are forged. It knows by itself which
/// windows the sender has been promised.
/// </summary>
internal sealed class ModelConnection
{
    private const int MaxFirst = 65_535;
    private const int RecentAcks = 8;
    private readonly WindowClamp _clamp;
    private readonly SeededRandom _random;
    private readonly FlowKey _data, _acks;
    private readonly (uint Number, uint Field, uint Echo)[] _recent = new (uint, uint, uint)[RecentAcks];
    private readonly int _segment;
    private int _shift;
    private uint _senderNumber, _receiverNumber, _sent, _received, _requested, _promised, _newest;
    private bool _isKnown, _hasTimestamps, _senderFinished, _receiverFinished;

    public ModelConnection(WindowClamp clamp, SeededRandom random, int port)
    {
        (_clamp, _random, _segment) = (clamp, random, 500 + random.Next(960));
        _data = new FlowKey(UdpAddress.Loopback(port), UdpAddress.Loopback(443), FlowKey.Tcp);
        _acks = _data.Reversed;
        Open(Instant.Zero);
    }

    /// <summary>Acknowledgments whose window the clamp has lowered.</summary>
    public long Lowered { get; private set; }

    /// <summary>Packets that passed the clamp.</summary>
    public long Packets { get; private set; }

    /// <summary>Lets a packet or two pass; returns what is wrong with the result, null if nothing is.</summary>
    public string? Step(Instant now)
    {
        int choice = _random.Next(1000);
        if (choice < 2)
            Open(now);
        else if (choice < 3)
            Reset(now);
        else if (choice < 4)
            ResetWrongly(now);
        else if (choice < 5)
            Finish(now);
        else if (choice < 15)
            return AcknowledgeWrongly(now);
        else if (choice < 500)
            Send(now);
        else if (choice < 960)
            return Acknowledge(now);
        else
            return PassAgain(now);
        return null;
    }

    private void Open(Instant now)
    {
        bool hasReceivers = !_random.Chance(0.05), hasSenders = !_random.Chance(0.05);
        if (!hasReceivers && !hasSenders)
            Reset(now);
        (_senderNumber, _receiverNumber) = ((uint)_random.NextUInt64(), (uint)_random.NextUInt64());
        _shift = _random.Next(5) switch { 0 => 0, 1 => 7, 2 => 10, 3 => 14, _ => _random.Next(15) };
        (_sent, _received, _newest, _promised, _requested) =
            (_senderNumber + 1, _senderNumber + 1, _senderNumber + 1, _senderNumber + 1, _receiverNumber + 1);
        (_isKnown, _hasTimestamps, _senderFinished, _receiverFinished) = (hasReceivers && hasSenders, _random.Chance(0.7), false, false);
        Array.Fill(_recent, (_received, 0u, 0u));
        if (_isKnown)
            OpenBoth(now);
        else if (hasReceivers)
            PassSyn(TcpFlags.Syn, now);
        else if (hasSenders)
            PassDown(SynAck(_senderNumber), now);
    }

    private void OpenBoth(Instant now)
    {
        switch (_random.Next(5))
        {
            case 0: // The network has changed their order.
                PassDown(SynAck(_senderNumber), now);
                PassSyn(TcpFlags.Syn, now);
                break;
            case 1: // Both ends open.
                PassSyn(TcpFlags.Syn, now);
                PassDown(SynAck(_senderNumber) with { Flags = TcpFlags.Syn, Acknowledgment = 0 }, now);
                PassSyn(TcpFlags.Syn | TcpFlags.Ack, now);
                PassDown(SynAck(_senderNumber), now);
                break;
            case 2: // The sender forgets its first answer.
                PassSyn(TcpFlags.Syn, now);
                PassDown(SynAck((uint)_random.NextUInt64()), now);
                PassDown(SynAck(_senderNumber), now);
                break;
            default:
                for (int copies = 1 + _random.Next(2); copies > 0; copies--)
                    PassSyn(TcpFlags.Syn, now);
                PassDown(SynAck(_senderNumber), now);
                break;
        }
        if (!_random.Chance(0.05))
            return;
        PassUp(Syn(TcpFlags.Syn, 0) with { WindowScale = _random.Chance(0.5) ? null : (byte)(_shift + 1) }, now);
        _isKnown = false;
    }

    private void Reset(Instant now)
    {
        if (_random.Chance(0.5))
            PassDown(new TcpFields { Flags = TcpFlags.Rst, Sequence = _sent }, now);
        else
            PassUp(new TcpFields { Flags = TcpFlags.Rst, Sequence = _requested }, now);
        _isKnown = false;
    }

    private void ResetWrongly(Instant now)
    {
        uint offset = 1_000_000 + (uint)_random.Next(int.MaxValue);
        PassDown(new TcpFields { Flags = TcpFlags.Rst, Sequence = _sent + offset }, now);
        PassUp(new TcpFields { Flags = TcpFlags.Rst, Sequence = _requested + offset }, now);
    }

    private void Finish(Instant now)
    {
        if (_random.Chance(0.5))
        {
            PassDown(new TcpFields
            {
                Flags = TcpFlags.Fin | TcpFlags.Ack,
                Sequence = _sent++,
                Acknowledgment = _requested,
                Timestamps = Stamp(now)
            }, now);
            _senderFinished = true;
        }
        else
        {
            PassUp(new TcpFields
            {
                Flags = TcpFlags.Fin | TcpFlags.Ack,
                Sequence = _requested,
                Acknowledgment = _newest,
                Timestamps = Stamp(now)
            }, now);
            _receiverFinished = true;
        }
        _isKnown &= !(_senderFinished && _receiverFinished);
    }

    /// <summary>
    /// An acknowledgment of data that was not sent, or older than any window: the sender drops it, so its window is of no interest.
    /// </summary>
    private string? AcknowledgeWrongly(Instant now)
    {
        uint number = _random.Chance(0.5)
            ? _sent + 1 + (uint)_random.Next(int.MaxValue - 1) : _newest - (1u << 30) - (uint)_random.Next(1 << 30);
        uint field = (uint)_random.Next(65_536);
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _requested,
            Acknowledgment = number,
            Window = field,
            Timestamps = Stamp(now)
        };
        return PassUp(fields, now) == field ? null : $"the window of {number} was lowered, although {_sent} was sent";
    }

    private void Send(Instant now)
    {
        bool isRetransmission = _random.Chance(0.05);
        uint sequence = isRetransmission ? _received : _sent;
        if (isRetransmission || Distance(_promised, _sent) < _segment)
            sequence = _received;
        else
            _sent += (uint)_segment;
        PassDown(new TcpFields
        {
            Flags = TcpFlags.Ack,
            Sequence = sequence,
            PayloadBytes = _segment,
            Acknowledgment = _requested,
            Timestamps = Stamp(now)
        }, now);
    }

    private string? Acknowledge(Instant now)
    {
        int segments = Math.Max(0, Distance(_sent, _received)) / _segment;
        _received += (uint)(_random.Next(Math.Min(segments, 3) + 1) * _segment);
        uint field = _random.Chance(0.02) ? 0 : (uint)_random.Next(_random.Chance(0.2) ? 65_536 >> _shift : 65_536);
        (uint, uint, uint) ack = (_received, field, Tick(now));
        _recent[_random.Next(RecentAcks)] = ack;
        return _random.Chance(0.1) ? null : Pass(ack, now);
    }

    private string? PassAgain(Instant now) => Pass(_recent[_random.Next(RecentAcks)], now);

    private string? Pass((uint Number, uint Field, uint Echo) ack, Instant now)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _requested,
            Acknowledgment = ack.Number,
            Window = ack.Field,
            PayloadBytes = _random.Chance(0.1) ? 300 : 0,
            Timestamps = Stamp(now) is { } stamp ? stamp with { Echo = ack.Echo } : null,
        };
        _requested += (uint)fields.PayloadBytes;
        uint passed = PassUp(fields, now);
        if (passed != ack.Field)
            Lowered++;
        string? problem = Problem(ack.Number, ack.Field, passed);
        uint edge = ack.Number + (passed << _shift);
        if (Distance(edge, _promised) > 0)
            _promised = edge;
        if (Distance(ack.Number, _newest) > 0)
            _newest = ack.Number;
        return problem;
    }

    private string? Problem(uint number, uint field, uint passed)
    {
        if (passed > field)
            return $"{field} was raised to {passed}";
        if (passed == field)
            return null;
        if (!_isKnown)
            return "a connection whose SYNs were not seen was limited";
        // An edge recedes by less than a unit if a unit exceeds a segment, and otherwise not at all.
        long unit = 1L << _shift, slack = unit > _segment ? unit - 1 : 0, floor = (2L * _segment + unit - 1) / unit;
        if (Distance(number + (passed << _shift), _promised) < -slack)
            return $"scale {_shift}: the edge {_promised} was taken back to {number} + {passed}";
        return Distance(number, _newest) >= 0 && passed < Math.Min(field, floor) ? $"{passed} is below the floor {floor}" : null;
    }

    private byte Scale => (byte)_shift;

    private ushort Size => (ushort)_segment;

    private void PassSyn(TcpFlags flags, Instant now)
    {
        uint window = (uint)_random.Next(MaxFirst + 1), edge = _senderNumber + 1 + window;
        PassUp(Syn(flags, window), now);
        if (Distance(edge, _promised) > 0)
            _promised = edge;
    }

    private TcpFields Syn(TcpFlags flags, uint window) => new()
    {
        Flags = flags,
        Sequence = _receiverNumber,
        Acknowledgment = _senderNumber + 1,
        Window = window,
        WindowScale = Scale,
        MaxSegmentBytes = Size,
    };

    private TcpFields SynAck(uint number) => new()
    {
        Flags = TcpFlags.Syn | TcpFlags.Ack,
        Sequence = number,
        Acknowledgment = _receiverNumber + 1,
        Window = MaxFirst,
        WindowScale = 7,
        MaxSegmentBytes = 1460,
    };

    private static int Distance(uint number, uint origin) => (int)(number - origin);

    private static uint Tick(Instant now) => (uint)(now.Nanoseconds / 1_000_000) + 1;

    /// <summary>Timestamps, which jump at times.</summary>
    private TcpTimestamps? Stamp(Instant now) =>
        _hasTimestamps ? new(_random.Chance(0.001) ? (uint)_random.NextUInt64() : Tick(now), Tick(now) - 1) : null;

    private void PassDown(in TcpFields fields, Instant now)
    {
        Packets++;
        _clamp.OnData(_data, fields.PayloadBytes + 52, fields, now);
    }

    private uint PassUp(in TcpFields fields, Instant now)
    {
        Packets++;
        return _clamp.OnAck(_acks, fields, now);
    }
}
