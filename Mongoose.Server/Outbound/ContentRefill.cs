using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Makes OpenSim's refill thread turn entity updates, object properties and textures into packets. The sender decides when to refill, and
/// how many bytes.
/// </summary>
internal sealed class ContentRefill
{
    private const int TexturePacketBytes = 1027;

    /// <summary>While updates are queued, object properties get a quarter of the circuit's rate: 15 ms worth of data every 60 ms.</summary>
    private static readonly Duration PropertiesInterval = Duration.FromMilliseconds(60), PropertiesAhead = Duration.FromMilliseconds(15);

    private readonly RegionContext _context;
    private readonly LLClientView _view;
    private readonly Action<CircuitEvents> _announce;
    private readonly Action _makeTasks, _makeTextures;
    private readonly object _taskFlag = ThrottleOutPacketTypeFlags.Task;
    private readonly string _jobName;
    private readonly PriorityQueue? _properties;
    private readonly PriorityMinHeap?[] _heaps;
    private readonly UpdatePortions _portions = new();
    private Instant _nextProperties;
    private int _updateBytes, _propertyBytes, _texturePackets;

    /// <param name="view">The client.</param>
    /// <param name="announce">Called on the refill thread when a refill has finished.</param>
    public ContentRefill(RegionContext context, LLClientView view, Action<CircuitEvents> announce)
    {
        _context = context;
        _view = view;
        _announce = announce;
        _makeTasks = () => Make(CircuitEvents.Packets | CircuitEvents.TaskOrderDone, "updates for", MakeTasks);
        _makeTextures = () => Make(CircuitEvents.Packets | CircuitEvents.TextureOrderDone, "textures for", MakeTextures);
        _jobName = view.AgentId.ToString();
        _properties = context.Internals.Properties(view);
        _heaps = context.Internals.Heaps(view.EntityUpdateQueue);
    }

    /// <summary>Learns from a packet that is about to be sent how many updates fill a packet.</summary>
    public void Learn(ReadOnlySpan<byte> datagram) => _portions.Learn(datagram);

    public RefillResult Run(Channel channel, long bytes, DataRate circuit, Instant now) =>
        channel == Channel.Task ? OrderTasks(bytes, circuit, now) : OrderTextures(bytes);

    private RefillResult OrderTasks(long bytes, DataRate circuit, Instant now)
    {
        // Read each count once: a count takes all locks of a dictionary, up to a thousand in a large region.
        bool updates = _view.EntityUpdateQueue.Count > 0;
        bool properties = _properties is { } queue ? queue.Count > 0 : now >= _nextProperties;
        if (!updates && !properties)
            return RefillResult.Nothing;
        _updateBytes = _portions.Estimate(bytes, Moved());
        _propertyBytes = properties ? (int)bytes : 0;
        if (properties && (updates || _properties is null))
        {
            bool isTime = now >= _nextProperties;
            _propertyBytes = isTime ? Math.Max((int)bytes, (int)circuit.BytesIn(PropertiesAhead)) : 0;
            if (isTime)
                _nextProperties = now + PropertiesInterval;
        }
        return Order(_makeTasks);
    }

    /// <summary>The number of avatars with a new state. A heap is null once its client has left.</summary>
    private int Moved()
    {
        int moved = 0;
        for (int i = 0; i < Math.Min(_heaps.Length, PriorityQueue.NumberOfImmediateQueues); i++)
            moved += _heaps[i]?.Count ?? 0;
        return moved;
    }

    private RefillResult OrderTextures(long bytes)
    {
        if (!_view.ImageManager.HasUpdates())
            return RefillResult.Nothing;
        _texturePackets = (int)Math.Clamp(bytes / TexturePacketBytes, 1, _context.Server.TextureSendLimit);
        return Order(_makeTextures);
    }

    /// <summary>Queues a job for the refill thread or, like stock, for the thread pool while the refill thread is stopped.</summary>
    private RefillResult Order(Action job)
    {
        if (!_context.Server.OqrEngine.IsRunning)
            ThreadPool.UnsafeQueueUserWorkItem(static job => job(), job, preferLocal: false);
        else if (!_context.Server.OqrEngine.QueueJob(_jobName, job))
            return RefillResult.Nothing;
        return RefillResult.Ordered;
    }

    // The methods below run on the refill thread.

    private void Make(CircuitEvents made, string what, Action make)
    {
        try
        {
            make();
        }
        catch (Exception exception)
        {
            _context.Report(_view, what, exception);
        }
        _announce(made);
    }

    private void MakeTasks()
    {
        bool exact = _context.Internals.TryProcessEntityUpdates(_view, _updateBytes)
            && (_propertyBytes == 0 || _context.Internals.TryProcessProperties(_view, _propertyBytes));
        if (!exact)
            _view.UDPClient.FireQueueEmpty(_taskFlag);
    }

    private void MakeTextures() => _view.ImageManager.ProcessImageQueue(_texturePackets);
}
