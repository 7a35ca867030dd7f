using Mongoose.Server.Configuration;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Http;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Status;

/// <summary>
/// The status page and the meter of this process. They also run if Mongoose is enabled and could not start, because the page then says why.
/// </summary>
internal sealed class StatusService : IDisposable
{
    private static readonly object Gate = new();
    private static StatusService? _running;

    private readonly MongooseMeter _meter = new(new RegionMetrics(() => RunningServers.All).All);
    private readonly StatusSource? _source;
    private readonly StatusServer? _server;

    private StatusService(MongooseSettings settings)
    {
        if (settings.Status.Port == 0)
            return;
        _source = new StatusSource(settings);
        _server = StatusServer.TryStart(settings.Status, _source);
    }

    /// <summary>Starts the service with the first region of an enabled Mongoose; further calls do nothing.</summary>
    public static void Start()
    {
        lock (Gate)
            _running ??= Decision.Settings is { } settings ? new StatusService(settings) : null;
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
        _source?.Dispose();
        _meter.Dispose();
    }
}
