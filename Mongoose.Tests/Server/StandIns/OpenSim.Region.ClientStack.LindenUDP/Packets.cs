using System.Collections.Concurrent;
using System.Globalization;
using Nini.Config;
using OpenMetaverse;
using OpenSim.Framework;

namespace OpenSim.Region.ClientStack.LindenUDP;

public delegate void UnackedPacketMethod(OutgoingPacket oPacket);

public sealed class OutgoingPacket(LLUDPClient client, UDPPacketBuffer buffer, ThrottleOutPacketType category, UnackedPacketMethod method)
{
    public LLUDPClient Client = client;
    public UDPPacketBuffer Buffer = buffer;
    public uint SequenceNumber;
    public int ResendCount;
    public int TickCount;
    public ThrottleOutPacketType Category = category;
    public UnackedPacketMethod UnackedMethod = method;
}

public sealed class ThrottleRates
{
    private const int MinMaxRate = 6250, MaxMaxRate = 1_000_000;

    public int ClientMaxRate = 640_000;

    public ThrottleRates(IConfigSource config)
    {
        if (config?.Configs["ClientStack.LindenUDP"]?.GetString("client_throttle_max_bps") is { } text
            && int.TryParse(text, CultureInfo.InvariantCulture, out int rate))
            ClientMaxRate = Math.Clamp(rate, MinMaxRate, MaxMaxRate);
    }

    /// <summary>The rates by category, in bytes per second, until a viewer has requested others.</summary>
    internal int[] Default { get; } = [6625, 9125, 1750, 1750, 18500, 18500, 10500, 0];
}

/// <summary>Acks and new packets are queued until the outbound thread next checks for expired packets.</summary>
public sealed class UnackedPacketCollection(LLUDPClient client)
{
    private readonly SortedDictionary<uint, OutgoingPacket> _packets = [];
    private ConcurrentQueue<OutgoingPacket> _added = new();
    private ConcurrentQueue<uint> _acks = new();

    /// <summary>Like the original, it throws after the client has been shut down.</summary>
    public int Count()
    {
        client.OnCall?.Invoke("NeedAcks");
        return _packets.Count + _added.Count - _acks.Count;
    }

    public void Add(OutgoingPacket packet)
    {
        _added.Enqueue(packet);
        Interlocked.Add(ref client.UnackedBytes, packet.Buffer.DataLength);
    }

    public void Acknowledge(uint sequence) => _acks.Enqueue(sequence);

    /// <summary>
    /// The packets that were sent at least <paramref name="timeoutMS"/> ago. A time of 0 marks a packet that is queued for resending.
    /// </summary>
    public List<OutgoingPacket> GetExpiredPackets(int timeoutMS, int now)
    {
        while (_added.TryDequeue(out OutgoingPacket packet))
            _packets[packet.SequenceNumber] = packet;
        while (_acks.TryDequeue(out uint sequence))
        {
            if (!_packets.Remove(sequence, out OutgoingPacket acked))
                continue;
            Interlocked.Add(ref client.UnackedBytes, -acked.Buffer.DataLength);
            OpenSimUDPBase.FreeUDPBuffer(acked.Buffer);
            acked.Buffer = null;
        }
        List<OutgoingPacket> expired = [.. _packets.Values.Where(packet => packet.TickCount != 0 && now - packet.TickCount >= timeoutMS)];
        foreach (OutgoingPacket packet in expired)
            packet.TickCount = 0;
        return expired;
    }

    public void Clear()
    {
        _packets.Clear();
        (_added, _acks) = (null, null);
    }
}
