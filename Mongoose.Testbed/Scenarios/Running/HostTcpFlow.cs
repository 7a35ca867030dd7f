using System.Runtime.Versioning;
using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Tcp.Kernel;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>A flow of the kernel's TCP in a run.</summary>
[SupportedOSPlatform("linux")]
internal sealed class HostTcpFlow(KernelTcpFlow flow, Instant origin) : IFlow
{
    private static readonly Duration Bin = Duration.FromMilliseconds(10);

    private Duration _start;

    public static KernelTcpOptions OptionsOf(TcpFlowOptions options) => new()
    {
        CongestionControl = options.CongestionControl,
        SegmentBytes = options.SegmentBytes,
        Bin = Bin,
    };

    public void Start()
    {
        _start = RealTimeLoop.Clock - origin;
        flow.Start();
    }

    public void Stop() => flow.Stop();

    /// <exception cref="IOException">The connection failed.</exception>
    public void Finish(FlowRecord record)
    {
        if (flow.Failure is { } failure)
            throw new IOException($"{record.Name}: {failure}");
        long[] bytes = flow.DeliveredBytesByBin;
        for (int i = 0; i < bytes.Length; i++)
            record.Delivered(_start + Bin * (i + 0.5), (int)bytes[i]);
        TcpSample[] samples = flow.Samples;
        foreach (TcpSample sample in samples)
            record.RoundTrip(_start + sample.At, sample.Info.SmoothedRtt);
        if (samples.Length > 0)
            record.Extra.Add(("retransmits", samples[^1].Info.Retransmits));
        record.Series.Add(TimeSeries.Moments($"{record.Name}.cwndSegments", "segments",
            samples.Select(sample => (_start + sample.At).Seconds).ToArray(), samples.Select(sample => (double)sample.Info.CwndSegments).ToArray()));
    }
}
