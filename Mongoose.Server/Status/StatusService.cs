using System.Reflection;
using log4net;
using Mongoose.Server.Configuration;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Http;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Status;

/// <summary>
/// The figures, the status page and the meter of this process. They also run if Mongoose is enabled and could not start, because the page
/// then says why.
/// </summary>
internal sealed class StatusService : IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);
    private static readonly object Gate = new();
    private static StatusService? _running;

    private readonly MongooseMeter _meter;
    private readonly StatusSource _source;
    private readonly StatusServer? _server;

    private StatusService(MongooseSettings settings)
    {
        _source = new StatusSource(settings);
        _meter = new MongooseMeter(_source.All);
        _server = StatusServer.TryStart(settings.Status, _source);
        _source.Begin();
    }

    /// <summary>The figures of this process; null before <see cref="Start"/> and after <see cref="Stop"/>.</summary>
    public static StatusSource? Source
    {
        get
        {
            lock (Gate)
                return _running?._source;
        }
    }

    /// <summary>
    /// Starts the service with the first region of an enabled Mongoose; further calls do nothing. Never throws: OpenSim would not start the
    /// region.
    /// </summary>
    public static void Start()
    {
        try
        {
            lock (Gate)
                _running ??= Decision.Settings is { } settings ? new StatusService(settings) : null;
        }
        catch (Exception exception)
        {
            Log.Error($"[MONGOOSE]: no status page and no meter: {exception.Message}", exception);
        }
    }

    /// <summary>Ends the service.</summary>
    public static void Stop()
    {
        lock (Gate)
        {
            _running?.Dispose();
            _running = null;
        }
    }

    public void Dispose()
    {
        _server?.Dispose();
        _source.Dispose();
        _meter.Dispose();
    }
}
