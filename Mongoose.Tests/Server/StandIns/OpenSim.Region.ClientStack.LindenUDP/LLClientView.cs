using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Region.Framework.Scenes;

namespace OpenSim.Region.ClientStack.LindenUDP;

public class LLClientView : IClientAPI
{
    /// <summary>The size of a prim on the wire, OpenSim's estimate of that size, and the number of prims per packet.</summary>
    private const int PrimBytes = 191, PrimEstimate = 150, PrimsPerPacket = 4;

    /// <summary>The size of an avatar's motion, and OpenSim's estimate of a packet's header.</summary>
    private const int MotionBytes = 63, HeaderEstimate = 18;

    private const int PropertyBytes = 150;

    private readonly PriorityQueue m_entityProps = new();
    private readonly LLUDPServer _server;
    private readonly PriorityQueue _updates = new();
    private readonly LLImageManager _images;
    private readonly string _name;
    private bool _isActive = true;

    public LLClientView(LLUDPServer server, LLUDPClient client, string name)
    {
        _server = server;
        UDPClient = client;
        _name = name;
        _images = new LLImageManager(this);
        _updates.OnCount = () => OnCall?.Invoke(nameof(EntityUpdateQueue));
        client.HasUpdates += categories => (categories & ThrottleOutPacketTypeFlags.Task) != 0
            && (_updates.Count > 0 || m_entityProps.Count > 0)
            || (categories & ThrottleOutPacketTypeFlags.Texture) != 0 && _images.HasUpdates();
        client.OnQueueEmpty += Refill;
    }

    public event GenericCall2 OnUpdateThrottles;

    public UUID AgentId
    {
        get
        {
            OnCall?.Invoke(nameof(AgentId));
            return Agent;
        }
    }

    public PriorityQueue EntityUpdateQueue => _updates;

    public LLImageManager ImageManager
    {
        get
        {
            OnCall?.Invoke(nameof(ImageManager));
            return _images;
        }
    }

    /// <summary>For tests: without a call of <see cref="OnCall"/>.</summary>
    public LLImageManager ImageManagerUnchecked => _images;

    public bool IsActive
    {
        get
        {
            OnCall?.Invoke(nameof(IsActive));
            return _isActive;
        }
        set => _isActive = value;
    }

    public string Name
    {
        get
        {
            OnCall?.Invoke(nameof(Name));
            return _name;
        }
    }

    public ISceneAgent SceneAgent { get; set; }

    public LLUDPClient UDPClient { get; }

    /// <summary>For tests: called by members with their names; may throw.</summary>
    public Action<string> OnCall { get; set; }

    /// <summary>For tests: what <see cref="AgentId"/> returns.</summary>
    public UUID Agent { get; set; }

    /// <summary>For tests: the requested object properties.</summary>
    public PriorityQueue Properties => m_entityProps;

    /// <summary>For tests: whether <see cref="OnUpdateThrottles"/> has a listener.</summary>
    public bool HasListeners => OnUpdateThrottles is not null;

    public void RaiseUpdateThrottles() => OnUpdateThrottles?.Invoke();

    /// <summary>For tests: enqueues a new packet, reliable or not, in the queue of its category.</summary>
    public OutgoingPacket Send(ThrottleOutPacketType category, int bytes, bool reliable = true)
    {
        UDPPacketBuffer buffer = OpenSimUDPBase.GetNewUDPBuffer(UDPClient.RemoteEndPoint);
        buffer.DataLength = bytes;
        buffer.Data[0] = reliable ? (byte)0x40 : (byte)0;
        return Send(category, buffer);
    }

    /// <summary>For tests: sends a copy of a datagram.</summary>
    public OutgoingPacket Send(ThrottleOutPacketType category, byte[] datagram)
    {
        UDPPacketBuffer buffer = OpenSimUDPBase.GetNewUDPBuffer(UDPClient.RemoteEndPoint);
        buffer.DataLength = datagram.Length;
        datagram.CopyTo(buffer.Data, 0);
        return Send(category, buffer);
    }

    private OutgoingPacket Send(ThrottleOutPacketType category, UDPPacketBuffer buffer)
    {
        OutgoingPacket packet = new(UDPClient, buffer, category, (buffer.Data[0] & 0x40) != 0 ? _server.ResendUnacked : null);
        if (!UDPClient.EnqueueOutgoing(packet))
            _server.SendPacketFinal(packet);
        return packet;
    }

    private void Refill(ThrottleOutPacketTypeFlags categories)
    {
        if ((categories & ThrottleOutPacketTypeFlags.Task) != 0)
        {
            int bytes = UDPClient.GetCatBytesCanSend(ThrottleOutPacketType.Task, 30);
            ProcessEntityUpdates(bytes);
            ProcessEntityPropertyRequests(bytes);
        }
        if ((categories & ThrottleOutPacketTypeFlags.Texture) != 0)
            _images.ProcessImageQueue(_server.TextureSendLimit);
    }

    private void ProcessEntityUpdates(int maxUpdatesBytes)
    {
        OnCall?.Invoke(nameof(ProcessEntityUpdates));
        int motions = 0, prims = 0;
        for (; maxUpdatesBytes > 0 && _updates.TryTakeMotion(); maxUpdatesBytes -= MotionBytes)
            maxUpdatesBytes -= motions++ == 0 ? HeaderEstimate : 0;
        for (; maxUpdatesBytes > 0 && _updates.Take(1) == 1; maxUpdatesBytes -= PrimEstimate)
            maxUpdatesBytes -= prims++ == 0 ? HeaderEstimate : 0;
        for (; prims > 0; prims -= PrimsPerPacket)
            Send(ThrottleOutPacketType.Task, Math.Min(prims, PrimsPerPacket) * PrimBytes);
        if (motions > 0)
            Send(ThrottleOutPacketType.Task, motions * MotionBytes);
    }

    private void ProcessEntityPropertyRequests(int maxUpdateBytes)
    {
        OnCall?.Invoke(nameof(ProcessEntityPropertyRequests));
        for (int objects = m_entityProps.Take(Math.Max(1, maxUpdateBytes / PropertyBytes)); objects > 0; objects--)
            Send(ThrottleOutPacketType.Task, PropertyBytes);
    }
}

public class LLImageManager(LLClientView view)
{
    private const int PacketBytes = 1027;

    private int _packets;

    public bool HasUpdates() => Volatile.Read(ref _packets) > 0;

    /// <summary>For tests: adds this many packets of decoded textures.</summary>
    public void Add(int packets) => Interlocked.Add(ref _packets, packets);

    public bool ProcessImageQueue(int packetsToSend)
    {
        view.OnCall?.Invoke(nameof(ProcessImageQueue));
        int packets = Math.Min(packetsToSend, Volatile.Read(ref _packets));
        Interlocked.Add(ref _packets, -packets);
        for (; packets > 0; packets--)
            view.Send(ThrottleOutPacketType.Texture, PacketBytes);
        return HasUpdates();
    }
}
