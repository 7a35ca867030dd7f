using System.Collections.Concurrent;
using System.Net;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Statistics;
using Nini.Config;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;
using AgentThrottle = Mongoose.Core.Channels.AgentThrottle;

namespace Mongoose.Server;

/// <summary>OpenSim's LLUDP server with Mongoose's outbound loop in place of its own; everything else is OpenSim's.</summary>
public sealed class MongooseUdpServer : LLUDPServer
{
    private readonly OutboundLoop _loop;
    private readonly ConcurrentDictionary<IPEndPoint, ChannelRates> _requested = new();
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private Thread? _thread;

    internal MongooseUdpServer(
        MongooseState state, IPAddress address, uint port, int proxyOffset, IConfigSource source, AgentCircuitManager circuits)
        : base(address, port, proxyOffset, source, circuits)
    {
        if (state.Settings.MaxCircuitRate is { } cap)
            ThrottleRates.ClientMaxRate = (int)cap.BytesPerSecond;
        State = state;
        SceneRate = DataRate.FromBytesPerSecond(Throttle.RequestedDripRate);
        _loop = new OutboundLoop(this);
        Statistics = new RegionStatistics(this);
    }

    internal MongooseState State { get; }

    internal ThrottleRates ThrottleRatesInForce => ThrottleRates;

    internal OutboundLoop Loop => _loop;

    internal RegionStatistics Statistics { get; }

    /// <summary>scene_throttle_max_bps; zero is no limit.</summary>
    internal DataRate SceneRate { get; }

    internal RegionCounters Counters { get; } = new();

    /// <summary>The rates that a viewer last asked for, before OpenSim's clamps; null before it did.</summary>
    internal ChannelRates? Requested(IPEndPoint viewer) => _requested.TryGetValue(viewer, out ChannelRates rates) ? rates : null;

    internal void Forget(IPEndPoint viewer) => _requested.TryRemove(viewer, out _);

    /// <summary>Starts Mongoose's thread and not OpenSim's.</summary>
    public override void StartOutbound() => _thread = WorkManager.StartThread(
        _loop.Run,
        $"Outgoing Packets Mongoose ({Scene.Name})",
        ThreadPriority.Normal,
        true,
        true,
        null,
        Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS);

    /// <summary>Ends the thread and waits for it. OpenSim's Stop does not know of it.</summary>
    internal void StopSending()
    {
        _loop.Stop();
        _thread?.Join();
        _thread = null;
    }

    /// <summary>Looks at AgentThrottle on its way in: OpenSim keeps only clamped rates, and does not survive every payload unharmed.</summary>
    public override void PacketReceived(UDPPacketBuffer buffer)
    {
        if (IsAgentThrottle(buffer) && !TryNoteRequest(buffer))
        {
            Counters.CountBadThrottle();
            FreeUDPBuffer(buffer);
            return;
        }
        base.PacketReceived(buffer);
    }

    /// <summary>The message number 0xFFFF0051; zero-coded its zero byte is a zero and a count.</summary>
    private static bool IsAgentThrottle(UDPPacketBuffer buffer)
    {
        const int at = DatagramHeader.Bytes;
        byte[] data = buffer.Data;
        if (buffer.DataLength <= at + 5 || data[at] != 0xFF || data[at + 1] != 0xFF || data[at + 2] != 0)
            return false;
        bool zeroCoded = (data[0] & (byte)PacketFlags.ZeroCoded) != 0;
        return zeroCoded ? data[at + 3] == 1 && data[at + 4] == 0x51 : data[at + 3] == 0x51;
    }

    private bool TryNoteRequest(UDPPacketBuffer buffer)
    {
        // What came before its circuit was open is handed in again by OpenSim on another thread than the receiving one.
        lock (_scratch)
        {
            ReadOnlySpan<byte> bytes = buffer.Data.AsSpan(0, buffer.DataLength);
            if (DatagramReader.TryParse(bytes, _scratch, out DatagramReader datagram) != LludpError.None
                || !AgentThrottleMessage.TryRead(datagram.Body, out AgentThrottleMessage message)
                || AgentThrottle.TryDecode(message.Throttles, out ChannelRates rates) != AgentThrottleError.None)
                return false;
            if (Scene is not null && Scene.TryGetClient((IPEndPoint)buffer.RemoteEndPoint, out _))
                _requested[(IPEndPoint)buffer.RemoteEndPoint] = rates;
            return true;
        }
    }
}
