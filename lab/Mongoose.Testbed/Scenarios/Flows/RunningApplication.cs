using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Applications;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A running TCP application, over simulated TCP or the kernel's: starts at once, and records arriving data.</summary>
internal sealed class RunningApplication
{
    private readonly Instant _origin;
    private readonly BulkTransfer? _bulk;
    private readonly Func<IReadOnlyList<Exchange>>? _exchanges;

    /// <param name="scheduler">The streams' scheduler.</param>
    /// <param name="application">The application to start.</param>
    /// <param name="data">The stream in the flow's direction.</param>
    /// <param name="requests">The stream in the other direction; null for an application without requests.</param>
    /// <param name="random">A random number stream used by this flow only.</param>
    /// <param name="origin">The run's start on the scheduler's clock.</param>
    /// <param name="record">Gets the arriving data.</param>
    public RunningApplication(IScheduler scheduler, TcpApplication application, IByteStream data, IByteStream? requests,
        SeededRandom random, Instant origin, FlowRecord record)
    {
        _origin = origin;
        Instant now = scheduler.Now;
        switch (application)
        {
            case BulkApplication bulk:
                _bulk = new BulkTransfer(scheduler, data, bulk.Bytes, now);
                break;
            case OnOffApplication onOff:
                _ = new OnOff(scheduler, data, onOff.Options, random, now);
                break;
            case RequestResponseApplication pages:
                RequestResponse client = new(scheduler, requests!, data, pages.Options, random, now);
                _exchanges = () => client.Exchanges;
                break;
            case DashApplication video:
                Dash player = new(scheduler, requests!, data, video.Options, now);
                _exchanges = () => player.Exchanges;
                break;
            case PacedApplication paced:
                _ = new Paced(scheduler, data, paced.Options, now);
                break;
        }
        data.Delivered += bytes => record.Delivered(scheduler.Now - origin, (int)bytes);
    }

    /// <summary>Adds the application's figures to the record.</summary>
    public void Finish(FlowRecord record)
    {
        if (_bulk?.CompletionTime is { } completion)
            record.Extra.Add(("completionSeconds", completion.Seconds));
        if (_exchanges is null)
            return;
        DelaySamples times = new();
        foreach (Exchange exchange in _exchanges().Where(exchange => record.IsMeasured(exchange.RequestedAt - _origin)))
            times.Add(exchange.CompletionTime);
        DelaySummary summary = times.Summarise();
        record.Extra.AddRange(
        [
            ("responses", times.Count),
            ("responseMs.p50", summary.P50),
            ("responseMs.p99", summary.P99),
        ]);
        record.AddSamples("responseMs", times);
    }
}
