using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Testbed.Downloads.Pacing;

/// <summary>Visitors with many connections of simulated TCP on one line, and its queue.</summary>
internal sealed class DownloadRig
{
    private static readonly Duration PollInterval = Duration.FromMilliseconds(10);

    private readonly FlowRig _flows;
    private readonly List<PacedVisitor> _visitors = [];
    private readonly List<(Duration At, double Queue)> _queue = [];
    private readonly DataRate _rate;
    private readonly SeededRandom _random;
    private TcpFlow? _stranger;
    private ushort _port;

    /// <param name="rate">The line's rate.</param>
    /// <param name="roundTrip">The round trip of the empty line.</param>
    /// <param name="buffer">The line's buffer, in products of rate and round trip.</param>
    /// <param name="change">What else the line does; null for nothing.</param>
    /// <param name="seed">Of sizes and losses.</param>
    public DownloadRig(DataRate rate, Duration roundTrip, double buffer, Func<LinkOptions, LinkOptions>? change = null, long seed = 1)
    {
        _rate = rate;
        _random = new SeededRandom(seed, 1);
        LinkOptions down = new()
        {
            Rate = rate,
            Delay = roundTrip / 2,
            Queue = new QueueOptions { LimitBytes = Math.Max(30_000, (long)(rate.BytesIn(roundTrip) * buffer)) },
            Seed = seed,
        };
        _flows = new FlowRig(change?.Invoke(down) ?? down,
            new LinkOptions { Rate = DataRate.FromMegabitsPerSecond(20), Delay = roundTrip / 2 });
    }

    public Instant Now => _flows.Clock.Now;

    public long Drops => _flows.Down.Queue.Counts.Dropped.Packets;

    /// <summary>A visitor who begins to download at a time.</summary>
    public PacedVisitor AddVisitor(int connections, Duration? begins = null)
    {
        PacedVisitor visitor = new(_flows.Clock);
        for (int i = 0; i < connections; i++)
            visitor.Connect(NewFlow(), _random);
        _flows.Clock.At(Instant.Zero + (begins ?? Duration.Zero), visitor.Begin);
        _visitors.Add(visitor);
        return visitor;
    }

    /// <summary>A TCP of somebody else that has unlimited data from a time on.</summary>
    public TcpFlow AddStranger(Duration begins)
    {
        TcpFlow stranger = _stranger = NewFlow();
        _flows.Clock.At(Instant.Zero + begins, () => stranger.SetUnlimited(true));
        return stranger;
    }

    /// <summary>Lets time pass and watches the queue.</summary>
    public void RunUntil(Duration end)
    {
        while (_flows.Clock.Now - Instant.Zero < end)
        {
            _flows.Clock.RunFor(PollInterval);
            _queue.Add((_flows.Clock.Now - Instant.Zero, _rate.TimeToSend(_flows.Down.Queue.Bytes).Milliseconds));
        }
    }

    /// <summary>A percentile of the queue between two times, in milliseconds.</summary>
    public double QueuePercentile(double percent, Duration from, Duration to) =>
        Percentiles.Of<double>(_queue.Where(look => look.At >= from && look.At < to).Select(look => look.Queue).Order().ToArray(),
            percent / 100);

    /// <summary>What a counter of bytes grows by from now until a time, as a rate.</summary>
    public DataRate RateOf(Func<long> bytes, Duration end)
    {
        (long before, Instant start) = (bytes(), Now);
        RunUntil(end);
        return DataRate.Of(bytes() - before, Now - start);
    }

    private TcpFlow NewFlow() => _flows.NewFlow(new TcpOptions
    {
        CongestionControl = CongestionControls.Find("cubic")!,
        RestartAfterIdle = true,
        Handshake = false,
    }, ++_port);
}
