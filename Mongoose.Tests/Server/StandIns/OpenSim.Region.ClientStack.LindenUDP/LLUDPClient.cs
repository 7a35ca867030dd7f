using System.Buffers.Binary;
using System.Net;
using OpenSim.Framework;

namespace OpenSim.Region.ClientStack.LindenUDP;

public sealed class LLUDPClient
{
    private const int Categories = 8, StockWindow = 50, LowQueue = 5;
    private const double MinRefillInterval = 0.02;

    public readonly IPEndPoint RemoteEndPoint;
    public bool IsConnected = true;
    public UnackedPacketCollection NeedAcks;
    public int UnackedBytes;
    public int m_RTO = 1000;
    public int CurrentSequence;
    public int AckStalls;
    public DoubleLocklessQueue<uint> PendingAcks = new();

    private readonly DoubleLocklessQueue<OutgoingPacket>[] m_packetOutboxes = new DoubleLocklessQueue<OutgoingPacket>[Categories];
    private readonly OutgoingPacket[] m_nextPackets = new OutgoingPacket[Categories];
    private readonly float m_maxRate;

    private readonly LLUDPServer _server;
    private readonly TokenBucket[] _buckets = new TokenBucket[Categories];
    private bool _isRefilling;
    private double _nextRefill;
    private int _pingMilliseconds = 20;

    public LLUDPClient(LLUDPServer server, IPEndPoint address)
    {
        _server = server;
        RemoteEndPoint = address;
        NeedAcks = new UnackedPacketCollection(this);
        m_maxRate = server.ThrottleRates.ClientMaxRate;
        for (int i = 0; i < Categories; i++)
            (m_packetOutboxes[i], _buckets[i]) = (new(), new TokenBucket(server, server.ThrottleRates.Default[i]));
    }

    public int PingTimeMS
    {
        get
        {
            OnCall?.Invoke(nameof(PingTimeMS));
            return Math.Clamp(_pingMilliseconds, 10, 2000);
        }
        set
        {
            _pingMilliseconds = value;
            m_RTO = Math.Clamp(5 * value, 250, 3000);
        }
    }

    /// <summary>For tests: the acks of the viewer's packets.</summary>
    public List<uint> AcksSent { get; } = [];

    /// <summary>For tests: called by the other members with their names; may throw.</summary>
    public Action<string> OnCall { get; set; }

    /// <summary>For tests: the queues, by category.</summary>
    public DoubleLocklessQueue<OutgoingPacket>[] Outboxes => m_packetOutboxes;

    public event Func<ThrottleOutPacketTypeFlags, bool> HasUpdates;

    public event Action<ThrottleOutPacketTypeFlags> OnQueueEmpty;

    public void Shutdown()
    {
        IsConnected = false;
        for (int i = 0; i < Categories; i++)
        {
            m_packetOutboxes[i].Clear();
            m_nextPackets[i] = null;
        }
        NeedAcks.Clear();
    }

    public void SetThrottles(byte[] throttleData)
    {
        OnCall?.Invoke(nameof(SetThrottles));
        float[] rates = new float[7];
        for (int i = 0; i < rates.Length; i++)
        {
            float min = i is (int)ThrottleOutPacketType.Wind or (int)ThrottleOutPacketType.Cloud ? 50 : 1000;
            rates[i] = Math.Clamp(BinaryPrimitives.ReadSingleLittleEndian(throttleData.AsSpan(4 * i)) / 8, min, m_maxRate);
        }
        float scale = Math.Min(1, m_maxRate / rates.Sum());
        for (int i = 0; i < rates.Length; i++)
            _buckets[i].RequestedDripRate = rates[i] * scale;
    }

    public byte[] GetThrottlesPacked(float multiplier)
    {
        OnCall?.Invoke(nameof(GetThrottlesPacked));
        byte[] packed = new byte[28];
        for (int i = 0; i < 7; i++)
            BinaryPrimitives.WriteSingleLittleEndian(packed.AsSpan(4 * i), _buckets[i].RequestedDripRate * 8 * multiplier);
        return packed;
    }

    public int GetCatBytesCanSend(ThrottleOutPacketType cat, int timeMS) => (int)(_buckets[(int)cat].RequestedDripRate * timeMS / 1000);

    public bool EnqueueOutgoing(OutgoingPacket packet)
    {
        if ((int)packet.Category is < 0 or >= Categories)
            return false;
        m_packetOutboxes[(int)packet.Category].Enqueue(packet, false);
        return true;
    }

    /// <summary>
    /// Stock scheduling: sends at most one packet per category, and only resends while more than 50 packets are unacknowledged.
    /// </summary>
    public bool DequeueOutgoing()
    {
        OnCall?.Invoke(nameof(DequeueOutgoing));
        bool sent = SendOne(0);
        if (NeedAcks.Count() > StockWindow)
        {
            AckStalls++;
            return true;
        }
        ThrottleOutPacketTypeFlags low = 0;
        for (int i = 1; i < Categories; i++)
        {
            sent |= SendOne(i);
            if (m_nextPackets[i] is null && m_packetOutboxes[i].Count < LowQueue)
                low |= (ThrottleOutPacketTypeFlags)(1 << (i - 1));
        }
        OrderRefill(low);
        return sent;
    }

    /// <summary>A parked packet is removed after it has been sent; a queued packet is removed before it is sent.</summary>
    private bool SendOne(int category)
    {
        OutgoingPacket packet = m_nextPackets[category];
        if (packet is null && !m_packetOutboxes[category].Dequeue(out packet))
            return false;
        if (packet.Buffer is not { } buffer)
        {
            m_nextPackets[category] = null;
            return false;
        }
        if (!_buckets[category].RemoveTokens(buffer.DataLength))
        {
            m_nextPackets[category] = packet;
            return false;
        }
        _server.SendPacketFinal(packet);
        m_nextPackets[category] = null;
        return true;
    }

    private void OrderRefill(ThrottleOutPacketTypeFlags low)
    {
        if (_isRefilling || HasUpdates?.Invoke(low) != true || _server.Clock() < _nextRefill)
            return;
        _isRefilling = true;
        _nextRefill = _server.Clock() + MinRefillInterval;
        _server.OqrEngine.QueueJob("", () => FireQueueEmpty(low));
    }

    public void FireQueueEmpty(object o)
    {
        OnCall?.Invoke(nameof(FireQueueEmpty));
        OnQueueEmpty?.Invoke((ThrottleOutPacketTypeFlags)o);
        _isRefilling = false;
    }
}

public class DoubleLocklessQueue<T> : LocklessQueue<T>
{
    public void Enqueue(T item, bool highPriority) => Enqueue(item);
}

public class TokenBucket(LLUDPServer server, float rate)
{
    private const double BurstSeconds = 0.01;
    private const double MaxBurst = 7500;

    private double _tokens, _at;

    public float RequestedDripRate { get; set; } = rate;

    public bool RemoveTokens(int amount)
    {
        double now = server.Clock();
        _tokens = Math.Min(_tokens + (now - _at) * RequestedDripRate, Math.Min(RequestedDripRate * BurstSeconds, MaxBurst));
        _at = now;
        if (_tokens <= 0)
            return false;
        _tokens -= amount;
        return true;
    }
}
