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
/// <param name="loop">The flows' loop.</param>
/// <param name="application">The application that uses the connections.</param>
/// <param name="data">The connection in the flow's direction.</param>
/// <param name="requests">The connection in the other direction; null for an application without requests.</param>
/// <param name="random">A random number stream used by this flow only.</param>
/// <param name="origin">The run's start.</param>
[SupportedOSPlatform("linux")]
internal sealed class HostTcpFlow(RealTimeLoop loop, TcpApplication application, KernelTcpFlow data, KernelTcpFlow? requests,
    SeededRandom random, Instant origin, FlowRecord record) : IFlow
{
    /// <summary>Limit on unsent data for an application that pauses, so that little is left to send when it pauses.</summary>
    private const int UnsentBytes = 16 * 1024;

    private RunningApplication? _running;
    private Duration _start;
    private long _segments;

    public static KernelTcpOptions OptionsOf(TcpFlowOptions options) => new()
    {
        CongestionControl = options.CongestionControl,
        SegmentBytes = options.Tcp.SegmentBytes,
        ReceiveWindowBytes = (int?)options.Tcp.ReceiveWindowBytes,
        // Neither the end of a response nor a piece may be delayed.
        NoDelay = options.Application is { IsRequestDriven: true } or PacedApplication,
        UnsentBytes = options.Application is OnOffApplication ? UnsentBytes : null,
    };

    public void Start()
    {
        _start = loop.Now - origin;
        data.Delivered += AddToLine;
        data.Start();
        requests?.Start();
        _running = new RunningApplication(loop, application, data, requests, random, origin, record);
    }

    public void Stop()
    {
        data.Stop();
        requests?.Stop();
    }

    /// <exception cref="IOException">The connection failed.</exception>
    public void Finish(FlowRecord record)
    {
        if ((data.Failure ?? requests?.Failure) is { } failure)
            throw new IOException($"{record.Name}: {failure}");
        TcpSample[] samples = data.Samples.ToArray();
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

    /// <summary>Adds the payload just delivered, and the headers of the segments that have arrived since the last call.</summary>
    private void AddToLine(long payload)
    {
        long segments = data.DeliveredSegments;
        record.Line.Add(loop.Now - origin, (int)(payload + (segments - _segments) * WireHeaders.Tcp));
        _segments = segments;
    }
}
