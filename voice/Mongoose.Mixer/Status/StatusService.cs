using System.Net;
using System.Threading.Channels;
using Mongoose.Core.Status.Http;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Http;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Status;

/// <summary>
/// Serves a mixer's page and metrics. The mixer's loop only hands over a copy of its figures each second; all else is done on .NET's thread
/// pool.
/// </summary>
internal sealed class StatusService : IDisposable
{
    /// <summary>Seconds that may wait for a thread of the pool. If it has none for longer, the oldest are left out.</summary>
    private const int MaxWaiting = 10;

    private readonly Channel<MixerSecond> _seconds = Channel.CreateBounded<MixerSecond>(
        new BoundedChannelOptions(MaxWaiting) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true });

    private readonly MixerStatus _status;
    private readonly HttpServer _server;
    private readonly Task _reading;
    private readonly Action<string> _report;
    private bool _hasFailed;

    /// <param name="settings">A mixer whose settings have an address for the page.</param>
    /// <param name="report">Receives lines for operators, on any thread.</param>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public StatusService(MixerSettings settings, Action<string> report)
    {
        _report = report;
        _status = new MixerStatus(settings, DateTimeOffset.UtcNow.ToUnixTimeMilliseconds());
        StatusReaders readers = new(_status, settings.Status.Password, report);
        _server = new HttpServer(settings.Status.Place!, readers.Answer, StatusRoutes.Headers);
        _reading = Task.Run(ReadAsync);
    }

    /// <summary>The address of the page.</summary>
    public IPEndPoint Address => _server.Address;

    /// <summary>Takes the figures of a second; never waits.</summary>
    public void Post(MixerSecond second) => _seconds.Writer.TryWrite(second);

    public void Dispose()
    {
        _seconds.Writer.Complete();
        _server.Dispose();
        _reading.Wait();
    }

    private async Task ReadAsync()
    {
        await foreach (MixerSecond second in _seconds.Reader.ReadAllAsync())
            Add(second);
    }

    private void Add(MixerSecond second)
    {
        try
        {
            _status.Add(second, ProcessReading.Now(), RealTimeLoop.Clock);
        }
        catch (Exception exception)
        {
            // A fault of the page must not end the mixer.
            if (!_hasFailed)
                _report($"the status page has a gap; further gaps are not reported: {exception.Message}");
            _hasFailed = true;
        }
    }
}
