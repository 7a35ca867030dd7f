using System.Net;
using Nini.Config;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.Framework.Scenes;

namespace OpenSim.Region.ClientStack.LindenUDP;

public class DoubleLocklessQueue<T> : LocklessQueue<T>
{
    private DoubleLocklessQueue() => throw null;
}

public class LLClientView : IClientAPI
{
    private LLClientView() => throw null;

    public event GenericCall2 OnUpdateThrottles
    {
        add => throw null;
        remove => throw null;
    }

    public UUID AgentId => throw null;

    public PriorityQueue EntityUpdateQueue => throw null;

    public LLImageManager ImageManager => throw null;

    public bool IsActive => throw null;

    public string Name => throw null;

    public ISceneAgent SceneAgent => throw null;

    public LLUDPClient UDPClient => throw null;
}

public class LLImageManager
{
    private LLImageManager() => throw null;

    public bool HasUpdates() => throw null;

    public bool ProcessImageQueue(int packetsToSend) => throw null;
}

public sealed class LLUDPClient
{
    public readonly IPEndPoint RemoteEndPoint;
    public bool IsConnected;
    public UnackedPacketCollection NeedAcks;
    public int UnackedBytes;
    public int m_RTO;

    private LLUDPClient() => throw null;

    public int PingTimeMS => throw null;

    public bool DequeueOutgoing() => throw null;

    public void FireQueueEmpty(object o) => throw null;

    public byte[] GetThrottlesPacked(float multiplier) => throw null;

    public void SetThrottles(byte[] throttleData) => throw null;
}

public abstract class OpenSimUDPBase
{
    internal OpenSimUDPBase() => throw null;

    public int Port => throw null;

    public static void FreeUDPBuffer(UDPPacketBuffer buf) => throw null;

    public abstract void PacketReceived(UDPPacketBuffer buffer);

    public virtual void StartOutbound() => throw null;

    public virtual void StopOutbound() => throw null;
}

public class LLUDPServer : OpenSimUDPBase
{
    public readonly int TextureSendLimit;

    public LLUDPServer(IPAddress listenIP, uint port, int proxyPortOffsetParm, IConfigSource configSource,
        AgentCircuitManager circuitManager) => throw null;

    public JobEngine OqrEngine => throw null;

    public Scene Scene => throw null;

    public TokenBucket Throttle => throw null;

    public ThrottleRates ThrottleRates => throw null;

    public void HandleUnacked(LLClientView client) => throw null;

    public override void PacketReceived(UDPPacketBuffer buffer) => throw null;

    public void SendAcks(LLUDPClient udpClient) => throw null;

    public void SendPing(LLUDPClient udpClient) => throw null;

    public override void StartOutbound() => throw null;
}

public class LLUDPServerShim
{
    protected IConfigSource m_Config;
    protected LLUDPServer m_udpServer;

    public LLUDPServerShim() => throw null;

    public virtual string Name => throw null;

    public virtual void AddRegion(Scene scene) => throw null;

    public virtual void AddScene(IScene scene) => throw null;

    public virtual void RegionLoaded(Scene scene) => throw null;

    public virtual void RemoveRegion(Scene scene) => throw null;
}

public sealed class OutgoingPacket
{
    public UDPPacketBuffer Buffer;
    public int ResendCount;
    public uint SequenceNumber;
    public int TickCount;
    public UnackedPacketMethod UnackedMethod;

    private OutgoingPacket() => throw null;
}

public sealed class ThrottleRates
{
    public int ClientMaxRate;

    private ThrottleRates() => throw null;
}

public class TokenBucket
{
    private TokenBucket() => throw null;

    public float RequestedDripRate => throw null;
}

public sealed class UnackedPacketCollection
{
    private UnackedPacketCollection() => throw null;

    public int Count() => throw null;
}

public delegate void UnackedPacketMethod(OutgoingPacket oPacket);
