using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Server.Access;
using Mongoose.Server.Configuration;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Asks OpenSim for more when a queue that it fills on demand runs low: entity updates and textures. In proportion to what the circuit may
/// send, so lent bandwidth finds something to carry; and no more than a few milliseconds ahead, for what has been made into packets ages.
/// </summary>
internal sealed class QueueRefill
{
    private const int TexturePacketBytes = 1027;

    /// <summary>A prim takes about 191 bytes on the wire where OpenSim reckons with 120.</summary>
    private const double EstimatePerByte = 120.0 / 191;

    private const int MinUpdateBytes = 300;

    /// <summary>
    /// Object properties have no counter of their own: while updates wait nobody can tell whether there are any, and they are asked for this often. When
    /// nothing waited they are looked for so much later.
    /// </summary>
    private static readonly Duration PropertiesInterval = Duration.FromMilliseconds(60);

    /// <summary>A quarter of the interval at the circuit's rate: no update waits for longer behind them.</summary>
    private static readonly Duration PropertiesAhead = Duration.FromMilliseconds(15);

    /// <summary>To ask whether there are textures costs a lock; when there were none it is asked again so much later.</summary>
    private static readonly Duration TexturesInterval = Duration.FromMilliseconds(10);

    private readonly MongooseUdpServer _server;
    private readonly MongooseSettings _settings;
    private readonly LLClientView _view;
    private readonly CircuitQueues _queues;
    private readonly Action _refillTask;
    private readonly Action _refillTextures;
    private readonly object _taskFlag = ThrottleOutPacketTypeFlags.Task;
    private readonly string _jobName;
    private Instant _nextProperties;
    private Instant _nextTextures;
    private int _taskBytes;
    private int _texturePackets;
    private int _propertyBytes;
    private bool _taskRunning;
    private bool _texturesRunning;

    public QueueRefill(MongooseUdpServer server, LLClientView view, CircuitQueues queues)
    {
        _server = server;
        _settings = server.State.Settings;
        _view = view;
        _queues = queues;
        _refillTask = RefillTask;
        _refillTextures = RefillTextures;
        _jobName = view.AgentId.ToString();
    }

    /// <summary>Asks for what is low; whether anything is on its way.</summary>
    public bool Run(DataRate circuit, Instant now)
    {
        if (!Volatile.Read(ref _taskRunning))
            AskForUpdates(circuit, now);
        if (!Volatile.Read(ref _texturesRunning))
            AskForTextures(circuit, now);
        return Volatile.Read(ref _taskRunning) || Volatile.Read(ref _texturesRunning);
    }

    private void AskForUpdates(DataRate circuit, Instant now)
    {
        bool updates = _view.EntityUpdateQueue.Count > 0;
        bool properties = MayHaveProperties(updates, now);
        if (!updates && !properties)
            return;
        long wanted = circuit.BytesIn(_settings.TaskAhead) - _queues.EstimatedBytes(Channel.Task);
        if (wanted <= 0)
            return;
        _taskBytes = Math.Max(MinUpdateBytes, (int)(wanted * EstimatePerByte));
        _propertyBytes = properties ? _taskBytes : 0;
        if (updates && properties)
        {
            _propertyBytes = Math.Max(_taskBytes, (int)circuit.BytesIn(PropertiesAhead));
            _nextProperties = now + PropertiesInterval;
        }
        Queue(_refillTask, ref _taskRunning);
    }

    /// <summary>OpenSim says of updates and properties together whether there are any.</summary>
    private bool MayHaveProperties(bool updates, Instant now)
    {
        if (now < _nextProperties)
            return false;
        if (updates || _server.State.Internals.HasUpdates(_view, ThrottleOutPacketTypeFlags.Task))
            return true;
        _nextProperties = now + PropertiesInterval;
        return false;
    }

    private void AskForTextures(DataRate circuit, Instant now)
    {
        int ahead = (int)(circuit.BytesIn(_settings.TextureAhead) / TexturePacketBytes) + 2;
        int wanted = ahead - _queues.Packets(Channel.Texture);
        // By two thirds: a job for every packet would cost more than the packet, and what is left lasts until the job has run.
        if (wanted < ahead * 2 / 3 || now < _nextTextures)
            return;
        if (!_view.ImageManager.HasUpdates())
        {
            _nextTextures = now + TexturesInterval;
            return;
        }
        _texturePackets = Math.Min(wanted, _server.TextureSendLimit);
        Queue(_refillTextures, ref _texturesRunning);
    }

    /// <summary>The flag is set first: the job may have run, and cleared it, before this returns.</summary>
    private void Queue(Action job, ref bool running)
    {
        Volatile.Write(ref running, true);
        if (!_server.OqrEngine.IsRunning || !_server.OqrEngine.QueueJob(_jobName, job))
            Volatile.Write(ref running, false);
    }

    // Jobs run on the region's refill thread.

    private void RefillTask()
    {
        try
        {
            OpenSimInternals internals = _server.State.Internals;
            bool done = internals.TryProcessEntityUpdates(_view, _taskBytes)
                && (_propertyBytes == 0 || internals.TryProcessProperties(_view, _propertyBytes));
            if (!done)
                _view.UDPClient.FireQueueEmpty(_taskFlag);
        }
        catch (Exception exception)
        {
            _server.Loop.Report(_view, "updates for", exception);
        }
        finally
        {
            Volatile.Write(ref _taskRunning, false);
        }
    }

    private void RefillTextures()
    {
        try
        {
            _view.ImageManager.ProcessImageQueue(_texturePackets);
        }
        catch (Exception exception)
        {
            _server.Loop.Report(_view, "textures for", exception);
        }
        finally
        {
            Volatile.Write(ref _texturesRunning, false);
        }
    }
}
