using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Kernel;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Network.Tun;

/// <summary>
/// Flows of the kernel's TCP with round trips of 30, 50 and 100 ms in one FIFO of 100 packets, which a clamp may keep short.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ClampedNetwork : IDisposable
{
    public static readonly DataRate Line = DataRate.FromMegabitsPerSecond(19);

    private const int FirstPort = 5001;

    private static readonly double[] RoundTripsMs = [30, 50, 100];

    private readonly List<BulkFlow> _flows = [];
    private readonly TunNetwork _network;
    private readonly AckWatch _watch;

    /// <param name="clamp">The clamp of data from the server to the client; null: none.</param>
    /// <param name="isOpaque">Flows that it cannot read.</param>
    /// <param name="line">The rate of the link; null: <see cref="Line"/>.</param>
    public ClampedNetwork(ClampOptions? clamp, Func<FlowKey, bool>? isOpaque = null, DataRate? line = null)
    {
        LinkPairOptions bottleneck = new()
        {
            Down = new LinkOptions { Rate = line ?? Line, Queue = new() { Limit = QueueLimit.OfPackets(100) } },
            DownClamp = clamp,
        };
        _network = TunNetworks.CreateOrSkip(new TunNetworkOptions
        {
            Links = [new(), bottleneck],
            FlowDelays = RoundTripsMs.Select((ms, i) => FlowDelay.OfPort(FirstPort + i, Duration.FromMilliseconds(ms))).ToArray(),
            IsOpaque = isOpaque,
        });
        _watch = _network.OnLink(path => new AckWatch(path.Links[1].Up, path.Links[0].Up));
    }

    public IReadOnlyList<BulkFlow> Flows => _flows;

    /// <summary>What the clamp knows.</summary>
    public ClampReading Reading => _network.OnLink(path => path.Links[1].DownClamp!.Clamp.Read(RealTimeLoop.Clock));

    /// <summary>Packets that the queue has dropped.</summary>
    public long Dropped => _network.OnLink(path => path.Links[1].Down.Queue.Counts.Dropped.Packets);

    /// <summary>Damaged packets that both kernels have received.</summary>
    public long BadSegments => SegmentErrors.Read(_network.Server.Namespace).Total + SegmentErrors.Read(_network.Client.Namespace).Total;

    /// <summary>Reads what happened to acknowledgments.</summary>
    public T Acks<T>(Func<AckWatch, T> read) => _network.OnLink(_ => read(_watch));

    /// <summary>Adds the next of the three flows, which is not started.</summary>
    public BulkFlow Add(KernelTcpOptions options)
    {
        BulkFlow flow = new(_network.Server.Loop, _network.Client.Loop,
            _network.Client.Address with { Port = (ushort)(FirstPort + _flows.Count) }, options);
        _flows.Add(flow);
        return flow;
    }

    /// <summary>Starts a flow with each of the options, waits, and returns their rates during the second time, in Mbit/s.</summary>
    public double[] Run(IEnumerable<KernelTcpOptions> options, double settleSeconds, double seconds, CancellationToken deadline)
    {
        foreach (KernelTcpOptions each in options)
            Add(each).Start();
        return Measure(settleSeconds, seconds, deadline);
    }

    public double[] Measure(double settleSeconds, double seconds, CancellationToken deadline)
    {
        Wait(settleSeconds, deadline);
        (long[] before, Instant from) = (Delivered(), RealTimeLoop.Clock);
        Wait(seconds, deadline);
        (long[] after, Instant to) = (Delivered(), RealTimeLoop.Clock);
        Assert.That(_flows.Select(flow => flow.Failure), Is.All.Null);
        return before.Zip(after, (first, last) => DataRate.Of(last - first, to - from).MegabitsPerSecond).ToArray();
    }

    public void Dispose()
    {
        foreach (BulkFlow flow in _flows)
            flow.Dispose();
        _network.Dispose();
    }

    private long[] Delivered() => _flows.Select(flow => flow.DeliveredBytes).ToArray();

    private static void Wait(double seconds, CancellationToken deadline)
    {
        deadline.WaitHandle.WaitOne(TimeSpan.FromSeconds(seconds));
        deadline.ThrowIfCancellationRequested();
    }
}
