using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using Nini.Config;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.Framework.Scenes;

namespace OpenSim.Region.ClientStack.LindenUDP;

public abstract class OpenSimUDPBase(int port)
{
    private const byte Freed = 0xDB;
    private const int MaxFree = 1000;

    /// <summary>The original has one pool. Here each thread has its own, because tests run in parallel.</summary>
    [ThreadStatic]
    private static Stack<UDPPacketBuffer> t_free;

    internal bool m_IsRunningOutbound;

    public bool IsRunningOutbound => m_IsRunningOutbound;

    public int Port => port;

    /// <summary>For tests: whether no freed buffer of this thread has been written to.</summary>
    public static bool FreedAreUntouched => t_free is null || t_free.All(IsUntouched);

    /// <summary>Like the original, it returns the buffer that was freed last.</summary>
    public static UDPPacketBuffer GetNewUDPBuffer(IPEndPoint endPoint)
    {
        if (t_free is null || !t_free.TryPop(out UDPPacketBuffer buffer))
            return new UDPPacketBuffer(endPoint);
        if (!IsUntouched(buffer))
            throw new InvalidOperationException("a freed buffer has been written to");
        (buffer.RemoteEndPoint, buffer.DataLength) = (endPoint, 0);
        return buffer;
    }

    /// <summary>Like the original, it ignores a buffer that is already free.</summary>
    public static void FreeUDPBuffer(UDPPacketBuffer buf)
    {
        if (buf.DataLength < 0)
            return;
        (buf.RemoteEndPoint, buf.DataLength) = (null, -1);
        buf.Data.AsSpan().Fill(Freed);
        t_free ??= new Stack<UDPPacketBuffer>();
        if (t_free.Count < MaxFree)
            t_free.Push(buf);
    }

    private static bool IsUntouched(UDPPacketBuffer buffer) => buffer.DataLength == -1 && !buffer.Data.AsSpan().ContainsAnyExcept(Freed);

    public abstract void PacketReceived(UDPPacketBuffer buffer);

    public virtual void StartOutbound() => m_IsRunningOutbound = true;

    public virtual void StopOutbound() => m_IsRunningOutbound = false;
}

public class LLUDPServer(IPAddress listenIP, uint port, int proxyPortOffsetParm, IConfigSource configSource,
    AgentCircuitManager circuitManager)
    : OpenSimUDPBase((int)port)
{
    public const int MTU = 1400;

    private const byte Reliable = 0x40, Resent = 0x20, AppendedAcks = 0x10, ZeroCoded = 0x80;

    public readonly int TextureSendLimit = 20;

    public JobEngine OqrEngine { get; private set; }

    public Scene Scene { get; private set; }

    public TokenBucket Throttle { get; } = new(null, SceneLimit(configSource));

    public ThrottleRates ThrottleRates { get; } = new(configSource);

    /// <summary>For tests: seconds.</summary>
    public Func<double> Clock { get; set; } = () => Environment.TickCount64 / 1e3;

    /// <summary>For tests: milliseconds, as Environment.TickCount without its sign.</summary>
    public int TickCount => (int)((long)(Clock() * 1e3) & int.MaxValue);

    /// <summary>For tests: called with each sent packet, on the thread that sends it.</summary>
    public Action<OutgoingPacket> OnSent { get; set; }

    /// <summary>For tests: called before a packet is sent; if it throws, the packet is not sent.</summary>
    public Action<OutgoingPacket> OnSending { get; set; }

    /// <summary>For tests: the datagrams that were parsed.</summary>
    public List<Message> Received { get; } = [];

    /// <summary>For tests: messages whose handler threw, which OpenSim logs.</summary>
    public int FailedMessages { get; private set; }

    public int PingsSent { get; private set; }

    /// <summary>For tests: called with the client and the member's name by each member that the outbound thread calls; may throw.</summary>
    public Action<LLUDPClient, string> OnCallFor { get; set; }

    private static float SceneLimit(IConfigSource source) =>
        source?.Configs["ClientStack.LindenUDP"] is { } section
            ? float.Parse(section.GetString("scene_throttle_max_bps") ?? "6250000", CultureInfo.InvariantCulture)
            : 0;

    public void AddScene(IScene scene)
    {
        Scene = (Scene)scene;
        OqrEngine = new JobEngine();
    }

    public void Start()
    {
        StartOutbound();
        OqrEngine.Start();
    }

    /// <summary>Like the original, it does not call overrides of StopOutbound.</summary>
    public void Stop()
    {
        base.StopOutbound();
        OqrEngine.Stop();
    }

    public override void StartOutbound()
    {
        base.StartOutbound();
        StockThreads++;
    }

    /// <summary>For tests: how often the original's own thread would have been started.</summary>
    public int StockThreads { get; private set; }

    public void HandleUnacked(LLClientView client)
    {
        OnCallFor?.Invoke(client.UDPClient, nameof(HandleUnacked));
        if (!client.IsActive || !client.UDPClient.IsConnected)
            return;
        foreach (OutgoingPacket expired in client.UDPClient.NeedAcks.GetExpiredPackets(client.UDPClient.m_RTO, TickCount))
            expired.UnackedMethod(expired);
    }

    /// <summary>Called for each reliable packet that is not acknowledged in time.</summary>
    public void ResendUnacked(OutgoingPacket packet)
    {
        packet.Buffer.Data[0] |= Resent;
        packet.Category = ThrottleOutPacketType.Resend;
        Interlocked.Increment(ref packet.ResendCount);
        packet.Client.EnqueueOutgoing(packet);
    }

    public void SendAcks(LLUDPClient udpClient)
    {
        OnCallFor?.Invoke(udpClient, nameof(SendAcks));
        while (udpClient.PendingAcks.Dequeue(out uint ack))
            udpClient.AcksSent.Add(ack);
    }

    public void SendPing(LLUDPClient udpClient)
    {
        OnCallFor?.Invoke(udpClient, nameof(SendPing));
        PingsSent++;
    }

    internal void SendPacketFinal(OutgoingPacket packet)
    {
        if (packet.Buffer is not { } buffer)
            return;
        OnSending?.Invoke(packet);
        if (!packet.Client.IsConnected)
        {
            // Like the original, it leaves the buffer with the packet.
            FreeUDPBuffer(buffer);
            return;
        }
        bool isResend = (buffer.Data[0] & Resent) != 0;
        if (!isResend)
        {
            packet.SequenceNumber = (uint)Interlocked.Increment(ref packet.Client.CurrentSequence);
            BinaryPrimitives.WriteUInt32BigEndian(buffer.Data.AsSpan(1), packet.SequenceNumber);
        }
        OnSent?.Invoke(packet);
        Interlocked.Exchange(ref packet.TickCount, TickCount);
        if (packet.UnackedMethod is null)
            FreeUDPBuffer(buffer);
        else if (!isResend)
            packet.Client.NeedAcks.Add(packet);
    }

    public override void PacketReceived(UDPPacketBuffer buffer)
    {
        IPEndPoint address = (IPEndPoint)buffer.RemoteEndPoint;
        Message message = Parse(buffer.Data.AsSpan(0, buffer.DataLength));
        FreeUDPBuffer(buffer);
        lock (Received)
            Received.Add(message);
        if (!Scene.TryGetClient(address, out IClientAPI client))
            return;
        LLClientView view = (LLClientView)client;
        foreach (uint ack in message.Acks)
            view.UDPClient.NeedAcks.Acknowledge(ack);
        if (message.IsReliable)
            view.UDPClient.PendingAcks.Enqueue(message.Sequence);
        if (message.Throttles is null)
            return;
        try
        {
            view.UDPClient.SetThrottles(message.Throttles);
            view.RaiseUpdateThrottles();
        }
        catch
        {
            FailedMessages++;
        }
    }

    private static Message Parse(ReadOnlySpan<byte> datagram)
    {
        byte flags = datagram[0];
        uint sequence = BinaryPrimitives.ReadUInt32BigEndian(datagram[1..]);
        List<uint> acks = [];
        if ((flags & AppendedAcks) != 0)
        {
            int end = datagram.Length - 1 - 4 * datagram[^1];
            for (int at = end; at < datagram.Length - 1; at += 4)
                acks.Add(BinaryPrimitives.ReadUInt32BigEndian(datagram[at..]));
            datagram = datagram[..end];
        }
        ReadOnlySpan<byte> body = datagram[(6 + datagram[5])..];
        if ((flags & ZeroCoded) != 0)
            body = Expand(body);
        // PacketAck: message number and count precede the sequence numbers.
        bool isAck = body.Length > 5 && body.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFF, 0xFF, 0xFB]);
        for (int i = 0; isAck && i < body[4]; i++)
            acks.Add(BinaryPrimitives.ReadUInt32LittleEndian(body[(5 + 4 * i)..]));
        // AgentThrottle: message number, two ids, circuit code and counter precede the length of the payload.
        bool isThrottle = body.Length > 44 && body.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFF, 0, 0x51]);
        byte[] throttles = isThrottle ? body.Slice(45, body[44]).ToArray() : null;
        return new Message(sequence, (flags & Reliable) != 0, acks, throttles);
    }

    private static byte[] Expand(ReadOnlySpan<byte> body)
    {
        List<byte> expanded = [];
        for (int i = 0; i < body.Length; i++)
        {
            if (body[i] != 0)
                expanded.Add(body[i]);
            else
                expanded.AddRange(new byte[body[++i]]);
        }
        return [.. expanded];
    }

    /// <summary>A datagram that was parsed; <paramref name="Throttles"/> is null unless it is an AgentThrottle.</summary>
    public sealed record Message(uint Sequence, bool IsReliable, IReadOnlyList<uint> Acks, byte[] Throttles);
}

public class LLUDPServerShim
{
    protected IConfigSource m_Config;
    protected LLUDPServer m_udpServer;

    public virtual string Name => "LLUDPServerShim";

    /// <summary>For tests.</summary>
    public LLUDPServer Server => m_udpServer;

    public virtual void Initialise(IConfigSource source) => m_Config = source;

    public virtual void AddRegion(Scene scene)
    {
        m_udpServer = new LLUDPServer(scene.RegionInfo.InternalEndPoint.Address, (uint)scene.RegionInfo.InternalEndPoint.Port,
            scene.RegionInfo.ProxyOffset, m_Config, scene.AuthenticateHandler);
        AddScene(scene);
    }

    public virtual void AddScene(IScene scene) => m_udpServer.AddScene(scene);

    public virtual void RegionLoaded(Scene scene) => m_udpServer.Start();

    public virtual void RemoveRegion(Scene scene) => m_udpServer.Stop();
}
