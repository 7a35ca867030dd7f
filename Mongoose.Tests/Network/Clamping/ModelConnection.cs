using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>
/// A model of one connection whose ends and network do what they like: data is sent again, acknowledgments overtake each other or get lost, windows close
/// and open, SYNs are repeated or missed, ports are used again. It knows by itself which windows the sender has been promised.
/// </summary>
internal sealed class ModelConnection
{
    private const uint FirstWindow = 65_535;
    private const int RecentAcks = 8;
    private readonly WindowClamp _clamp;
    private readonly SeededRandom _random;
    private readonly FlowKey _data, _acks;
    private readonly (uint Number, uint Field, uint Echo)[] _recent = new (uint, uint, uint)[RecentAcks];
    private readonly int _segment;
    private int _shift;
    private uint _senderNumber, _receiverNumber, _sent, _received, _promised, _newest;
    private bool _isKnown;

    public ModelConnection(WindowClamp clamp, SeededRandom random, int port)
    {
        (_clamp, _random, _segment) = (clamp, random, 500 + random.Next(1000));
        _data = new FlowKey(UdpAddress.Loopback(port), UdpAddress.Loopback(443), FlowKey.Tcp);
        _acks = new FlowKey(_data.Destination, _data.Source, FlowKey.Tcp);
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
        (_senderNumber, _receiverNumber) = ((uint)_random.NextUInt64(), (uint)_random.NextUInt64());
        _shift = _random.Next(5) switch { 0 => 0, 1 => 7, 2 => 10, 3 => 14, _ => _random.Next(15) };
        (_sent, _received, _newest) = (_senderNumber + 1, _senderNumber + 1, _senderNumber + 1);
        _promised = _received + FirstWindow;
        Array.Fill(_recent, (_received, FirstWindow >> _shift, 0u));
        bool hasReceivers = !_random.Chance(0.05), hasSenders = !_random.Chance(0.05);
        for (int copies = hasReceivers ? 1 + _random.Next(2) : 0; copies > 0; copies--)
            PassUp(new TcpFields { Flags = TcpFlags.Syn, Sequence = _receiverNumber, Window = FirstWindow, WindowScale = Scale, MaxSegmentBytes = Size }, now);
        if (hasSenders)
            PassDown(SynAck(), now);
        _isKnown = hasReceivers && hasSenders;
    }

    private void Reset(Instant now)
    {
        PassDown(new TcpFields { Flags = TcpFlags.Rst, Sequence = _sent }, now);
        _isKnown = false;
    }

    private void Send(Instant now)
    {
        bool isRetransmission = _random.Chance(0.05);
        uint sequence = isRetransmission ? _received : _sent;
        if (isRetransmission || Distance(_promised, _sent) < _segment)
            sequence = _received;
        else
            _sent += (uint)_segment;
        PassDown(new TcpFields { Flags = TcpFlags.Ack, Sequence = sequence, PayloadBytes = _segment, Acknowledgment = _receiverNumber + 1, Timestamps = Stamp(now) }, now);
    }

    private string? Acknowledge(Instant now)
    {
        int segments = Math.Max(0, Distance(_sent, _received)) / _segment;
        _received += (uint)(_random.Next(Math.Min(segments, 3) + 1) * _segment);
        uint field = _random.Chance(0.02) ? 0 : (uint)_random.Next(_random.Chance(0.2) ? 65_536 >> _shift : 65_536);
        (uint, uint, uint) ack = (_received, field, Stamp(now).Value);
        _recent[_random.Next(RecentAcks)] = ack;
        return _random.Chance(0.1) ? null : Pass(ack, now);
    }

    private string? PassAgain(Instant now) => Pass(_recent[_random.Next(RecentAcks)], now);

    private string? Pass((uint Number, uint Field, uint Echo) ack, Instant now)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _receiverNumber + 1,
            Acknowledgment = ack.Number,
            Window = ack.Field,
            PayloadBytes = _random.Chance(0.1) ? 300 : 0,
            Timestamps = Stamp(now) with { Echo = ack.Echo },
        };
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
        long unit = 1L << _shift, slack = unit > _segment ? unit - 1 : 0, floor = (2L * _segment + unit - 1) / unit;
        if (Distance(number + (passed << _shift), _promised) < -slack)
            return $"scale {_shift}: the edge {_promised} was taken back to {number} + {passed}";
        return Distance(number, _newest) >= 0 && passed < Math.Min(field, floor) ? $"{passed} is below the floor {floor}" : null;
    }

    private byte Scale => (byte)_shift;

    private ushort Size => (ushort)_segment;

    private TcpFields SynAck() => new()
    {
        Flags = TcpFlags.Syn | TcpFlags.Ack,
        Sequence = _senderNumber,
        Acknowledgment = _receiverNumber + 1,
        Window = FirstWindow,
        WindowScale = 7,
        MaxSegmentBytes = 1460,
    };

    private static int Distance(uint number, uint origin) => (int)(number - origin);

    private static TcpTimestamps Stamp(Instant now) => new((uint)(now.Nanoseconds / 1_000_000) + 1, (uint)(now.Nanoseconds / 1_000_000));

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
