using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Makes OpenSim's refill thread turn entity updates, object properties and textures into packets. The sender decides when to refill, and how
/// many bytes.
/// </summary>
internal sealed class ContentRefill
{
    private const int TexturePacketBytes = 1027;

    /// <summary>OpenSim estimates a prim at 120 bytes; on the wire it takes about 191.</summary>
    private const double EstimatePerByte = 120.0 / 191;

    /// <summary>While updates are queued, object properties get a quarter of the circuit's rate: 15 ms worth of data every 60 ms.</summary>
    private static readonly Duration PropertiesInterval = Duration.FromMilliseconds(60), PropertiesAhead = Duration.FromMilliseconds(15);

    private readonly RegionContext _context;
    private readonly LLClientView _view;
    private readonly Action<News> _announce;
    private readonly Action _makeTasks, _makeTextures;
    private readonly object _taskFlag = ThrottleOutPacketTypeFlags.Task;
    private readonly string _jobName;
    private readonly PriorityQueue? _properties;
    private Instant _nextProperties;
    private int _updateBytes, _propertyBytes, _texturePackets;

    /// <param name="context">The region's context.</param>
    /// <param name="view">The client.</param>
    /// <param name="announce">Called on the refill thread when a refill has finished.</param>
    public ContentRefill(RegionContext context, LLClientView view, Action<News> announce)
    {
        _context = context;
        _view = view;
        _announce = announce;
        _makeTasks = () => Make(News.Packets | News.TaskOrderDone, "updates for", MakeTasks);
        _makeTextures = () => Make(News.Packets | News.TextureOrderDone, "textures for", MakeTextures);
        _jobName = view.AgentId.ToString();
        _properties = context.Internals.Properties(view);
    }

    public RefillResult Run(Channel channel, long bytes, DataRate circuit, Instant now) =>
        channel == Channel.Task ? OrderTasks(bytes, circuit, now) : OrderTextures(bytes);

    private RefillResult OrderTasks(long bytes, DataRate circuit, Instant now)
    {
        // Read each count once: a count takes all locks of a dictionary, up to a thousand in a large region.
        bool updates = _view.EntityUpdateQueue.Count > 0;
        bool properties = _properties is { } queue ? queue.Count > 0 : now >= _nextProperties;
        if (!updates && !properties)
            return RefillResult.Nothing;
        _updateBytes = Math.Max(1, (int)(bytes * EstimatePerByte));
        _propertyBytes = properties ? _updateBytes : 0;
        if (properties && (updates || _properties is null))
        {
            bool isTime = now >= _nextProperties;
            _propertyBytes = isTime ? Math.Max(_updateBytes, (int)circuit.BytesIn(PropertiesAhead)) : 0;
            if (isTime)
                _nextProperties = now + PropertiesInterval;
        }
        return Order(_makeTasks);
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

    private void Make(News made, string what, Action make)
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
