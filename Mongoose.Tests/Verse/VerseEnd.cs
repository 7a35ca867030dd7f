using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse;

/// <summary>One end of a connection on a simulated link: it sends what the connection makes, and records what arrives.</summary>
internal sealed class VerseEnd : IPacketReceiver, IValueReceiver
{
    /// <summary>More than can be in flight.</summary>
    private const int MaxPacketsAtOnce = 5000;

    /// <summary>A timer may be due at the instant at which it is set, but not again and again.</summary>
    private const int MaxAlarmsAtOnce = 3;

    private readonly SimulatedScheduler _clock;
    private readonly Link _toPeer;
    private readonly PacketPool<DatagramPacket> _pool = DatagramPacket.NewPool();
    private readonly byte[] _datagram = new byte[2048];
    private readonly Alarm _alarm;
    private Instant _countedAt;
    private int _alarmsAtOnce, _packetsAtOnce;

    public VerseEnd(SimulatedScheduler clock, Link toPeer)
    {
        (_clock, _toPeer) = (clock, toPeer);
        _alarm = new Alarm(clock, OnAlarm);
    }

    public VerseEnd Peer { get; set; } = null!;

    /// <summary>Null at a server before a client has returned the cookie.</summary>
    public VerseConnection? Connection { get; private set; }

    /// <summary>Answers handshakes; null at a client.</summary>
    public VerseListener? Listener { get; init; }

    /// <summary>Whether the process runs: otherwise it neither sends nor receives.</summary>
    public bool IsKilled { get; private set; }

    public Dictionary<ulong, byte[]> Values { get; } = [];
    public List<VerseError> Errors { get; } = [];
    public List<(Instant At, ulong Key, byte[]? Value)> Changes { get; } = [];
    public int PacketsMade { get; private set; }

    /// <summary>Called with every datagram before it is sent; false drops it.</summary>
    public Func<byte[], bool> Filter { get; set; } = _ => true;

    public Action<ulong, byte[]?>? OnChange { get; set; }

    public void Begin(VerseConnection connection)
    {
        Connection = connection;
        connection.Receiver = this;
        Pump();
    }

    public void Kill() => IsKilled = true;

    /// <summary>Sends what is due; call it after every use of the connection.</summary>
    public void Pump()
    {
        if (IsKilled || Connection is null)
            return;
        int length;
        while ((length = Connection.TryMakePacket(_clock.Now, _datagram)) > 0)
        {
            PacketsMade++;
            CheckRest(ref _packetsAtOnce, MaxPacketsAtOnce);
            Send(_datagram.AsSpan(0, length));
        }
        if (Connection.NextTimer is { } next && next != Instant.Never)
            _alarm.Set(Instant.Max(next, _clock.Now));
    }

    private void OnAlarm()
    {
        CheckRest(ref _alarmsAtOnce, MaxAlarmsAtOnce);
        Pump();
    }

    /// <summary>Fails if there are too many of something at one instant: the connection would keep a processor busy.</summary>
    private void CheckRest(ref int atOnce, int most)
    {
        if (_countedAt != _clock.Now)
            (_countedAt, _alarmsAtOnce, _packetsAtOnce) = (_clock.Now, 0, 0);
        if (++atOnce > most)
            throw new InvalidOperationException(
                $"more than {most} alarms or packets at {_clock.Now}; the next timer is {Connection?.NextTimer}");
    }

    public void Send(ReadOnlySpan<byte> datagram)
    {
        if (!Filter(datagram.ToArray()))
            return;
        DatagramPacket packet = _pool.Rent();
        packet.Set(default, datagram);
        packet.Receiver = Peer;
        _toPeer.Receive(packet);
    }

    void IPacketReceiver.Receive(Packet packet)
    {
        if (!IsKilled)
            Take(((DatagramPacket)packet).Payload);
        packet.Release();
    }

    private void Take(ReadOnlySpan<byte> datagram)
    {
        VerseError error = Connection is null ? VerseError.NotThisConnection : Connection.Receive(datagram, _clock.Now);
        if (error is VerseError.NotThisConnection or VerseError.Closed && Listener is not null)
        {
            VerseConnection? opened = Listener.Receive(datagram, [127, 0, 0, 1], _clock.Now, _datagram, out int answerBytes);
            if (answerBytes > 0)
                Send(_datagram.AsSpan(0, answerBytes));
            if (opened is not null)
                Begin(opened);
        }
        else if (error != VerseError.None)
            Errors.Add(error);
        Pump();
    }

    void IValueReceiver.Changed(ulong key, ReadOnlySpan<byte> value)
    {
        Values[key] = value.ToArray();
        Changes.Add((_clock.Now, key, Values[key]));
        OnChange?.Invoke(key, Values[key]);
    }

    void IValueReceiver.Removed(ulong key)
    {
        Values.Remove(key);
        Changes.Add((_clock.Now, key, null));
        OnChange?.Invoke(key, null);
    }
}
