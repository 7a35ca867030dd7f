using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A flow of the kernel's TCP in a run. Requests have a connection of their own, as data one way has in simulation.</summary>
[SupportedOSPlatform("linux")]
internal sealed class HostTcpFlow : IFlow
{
    /// <summary>Of an application that pauses: little is left to be sent when it does.</summary>
    private const int UnsentBytes = 16 * 1024;

    private readonly RealTimeLoop _loop;
    private readonly TcpApplication _application;
    private readonly KernelTcpFlow _data;
    private readonly KernelTcpFlow? _requests;
    private readonly SeededRandom _random;
    private readonly Instant _origin;
    private readonly FlowRecord _record;
    private RunningApplication? _running;
    private Duration _start;

    /// <param name="loop">Of the flows.</param>
    /// <param name="application">What they carry.</param>
    /// <param name="data">Along the flow's direction.</param>
    /// <param name="requests">The other way; null for an application that does not ask.</param>
    /// <param name="random">A stream for it alone.</param>
    /// <param name="origin">The run's begin.</param>
    /// <param name="record">Of the flow.</param>
    public HostTcpFlow(RealTimeLoop loop, TcpApplication application, KernelTcpFlow data, KernelTcpFlow? requests, SeededRandom random,
        Instant origin, FlowRecord record)
    {
        (_loop, _application, _data, _requests) = (loop, application, data, requests);
        (_random, _origin, _record) = (random, origin, record);
    }

    public static KernelTcpOptions OptionsOf(TcpFlowOptions options) => new()
    {
        CongestionControl = options.CongestionControl,
        SegmentBytes = options.SegmentBytes,
        ReceiveWindowBytes = (int?)options.ReceiveWindowBytes,
        NoDelay = options.Application.IsRequestDriven, // The end of a response does not wait.
        UnsentBytes = options.Application is OnOffApplication ? UnsentBytes : null,
    };

    public void Start()
    {
        _start = _loop.Now - _origin;
        _data.Start();
        _requests?.Start();
        _running = new RunningApplication(_loop, _application, _data, _requests, _random, _origin, _record);
    }

    public void Stop()
    {
        _data.Stop();
        _requests?.Stop();
    }

    /// <exception cref="IOException">The connection failed.</exception>
    public void Finish(FlowRecord record)
    {
        if ((_data.Failure ?? _requests?.Failure) is { } failure)
            throw new IOException($"{record.Name}: {failure}");
        TcpSample[] samples = _data.Samples.ToArray();
        foreach (TcpSample sample in samples)
            record.RoundTrip(_start + sample.At, sample.Info.SmoothedRtt);
        if (samples.Length > 0)
            record.Extra.Add(("retransmits", samples[^1].Info.Retransmits));
        _running?.Finish(record);
        record.Series.Add(TimeSeries.Moments($"{record.Name}.cwndSegments", "segments",
            samples.Select(sample => (_start + sample.At).Seconds).ToArray(), samples.Select(sample => (double)sample.Info.CwndSegments).ToArray()));
    }
}
