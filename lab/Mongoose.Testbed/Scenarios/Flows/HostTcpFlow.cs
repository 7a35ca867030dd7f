using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// A flow of the kernel's TCP in a run. Requests have a connection of their own, as in simulation, where each direction is a separate flow.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class HostTcpFlow : IFlow
{
    /// <summary>Limit on unsent data for an application that pauses, so that little is left to send when it does.</summary>
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
    private long _segments;

    /// <param name="loop">The flows' loop.</param>
    /// <param name="application">The application that uses the connections.</param>
    /// <param name="data">The connection in the flow's direction.</param>
    /// <param name="requests">The connection in the other direction; null for an application without requests.</param>
    /// <param name="random">A random number stream used by this flow only.</param>
    /// <param name="origin">The run's start.</param>
    public HostTcpFlow(RealTimeLoop loop, TcpApplication application, KernelTcpFlow data, KernelTcpFlow? requests, SeededRandom random,
        Instant origin, FlowRecord record)
    {
        (_loop, _application, _data, _requests) = (loop, application, data, requests);
        (_random, _origin, _record) = (random, origin, record);
    }

    public static KernelTcpOptions OptionsOf(TcpFlowOptions options) => new()
    {
        CongestionControl = options.CongestionControl,
        SegmentBytes = options.Tcp.SegmentBytes,
        ReceiveWindowBytes = (int?)options.Tcp.ReceiveWindowBytes,
        // Neither the end of a response nor a piece must be delayed.
        NoDelay = options.Application is { IsRequestDriven: true } or PacedApplication,
        UnsentBytes = options.Application is OnOffApplication ? UnsentBytes : null,
    };

    public void Start()
    {
        _start = _loop.Now - _origin;
        _data.Delivered += AddToLine;
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
        record.AddLineRate();
        _running?.Finish(record);
        record.Series.Add(TimeSeries.Moments($"{record.Name}.cwndSegments", "segments",
            samples.Select(sample => (_start + sample.At).Seconds).ToArray(),
            samples.Select(sample => (double)sample.Info.CwndSegments).ToArray()));
    }

    /// <summary>Adds the payload just delivered, and the headers of the segments that have arrived since.</summary>
    private void AddToLine(long payload)
    {
        long segments = _data.DeliveredSegments;
        _record.Line.Add(_loop.Now - _origin, (int)(payload + (segments - _segments) * WireHeaders.Tcp));
        _segments = segments;
    }
}
