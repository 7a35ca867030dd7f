using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link as a file describes it.</summary>
internal sealed record LinkSettings : ISettingRules
{
    [Setting("down", IsRequired = true, Text = "the link towards viewers and receivers, below; `{}` does nothing")]
    public LinkWaySettings Down { get; init; } = new();

    [Setting("up", IsRequired = true, Text = "the same towards servers and senders")]
    public LinkWaySettings Up { get; init; } = new();

    object ISettingRules.Finish(ISettingReport report)
    {
        Duration roundTrip = Down.Delay + Up.Delay;
        return new DuplexLink("", Down.ToOptions(report, "down", roundTrip), Up.ToOptions(report, "up", roundTrip));
    }
}

/// <summary>One direction of a link as a file describes it.</summary>
internal sealed record LinkWaySettings : ISettingRules
{
    [Setting("rateKbps", Min = 1, Max = 1e8, Unit = "kbit/s", Text = "of IP packets. One at most of this and the next two; none is a pure delay")]
    public DataRate? Rate { get; init; }

    [Setting("rateSteps", Text = "a rate that changes, below")]
    public IReadOnlyList<RateStep> RateSteps { get; init; } = [];

    [Setting("traceFile", Range = "a path",
        Text = "recorded opportunities to send in mahimahi's format: one line each, the time in ms; 1500 bytes each; it repeats")]
    public string? Trace { get; init; }

    [Setting("delayMs", Min = 0, Max = 100_000, Unit = "ms", Text = "propagation, one way")]
    public Duration Delay { get; init; }

    [Setting("delaySteps", Text = "changes of route after that, below; order is kept")]
    public IReadOnlyList<DelayStep> DelaySteps { get; init; } = [];

    [Setting("jitterMs", Min = 0, Max = 100_000, Unit = "ms", Range = "0 to `delayMs`",
        Text = "the delay is uniform in `delayMs` ± this, with `delaySteps` at most the least of them; order is kept")]
    public Duration Jitter { get; init; }

    [Setting("queue", Default = "`{\"discipline\": \"fifo\"}`", Text = "disciplines and their keys: [QUEUES.md](QUEUES.md); here also those below")]
    public LinkQueueSettings Queue { get; init; } = new();

    [Setting("loss", As = typeof(LossSettings), Text = "below")]
    public LossModel? Loss { get; init; }

    [Setting("lossSteps", As = typeof(LossStepSettings), Text = "losses that change, below; instead of `loss`")]
    public IReadOnlyList<LossStep> LossSteps { get; init; } = [];

    [Setting("reordering", As = typeof(ReorderingSettings), Text = "below")]
    public Reordering? Reordering { get; init; }

    [Setting("duplicationPercent", Min = 0, Max = 100, Unit = "%", Text = "of packets, at random")]
    public double Duplication { get; init; }

    /// <summary>Read here, where its folder is known.</summary>
    private Bandwidth? Bandwidth { get; init; }

    private LossModel Losses { get; init; } = LossModel.None;

    object ISettingRules.Finish(ISettingReport report)
    {
        if ((Rate is null ? 0 : 1) + (Trace is null ? 0 : 1) + (RateSteps.Count == 0 ? 0 : 1) > 1)
            report.Problem(null, "rateKbps, rateSteps and traceFile exclude each other");
        if (Loss is not null && LossSteps.Count > 0)
            report.Problem(null, "loss and lossSteps exclude each other");
        Duration leastDelay = DelaySteps.Select(step => step.Delay).Append(Delay).Min();
        if (Jitter > leastDelay)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(leastDelay.Milliseconds)} ms, no more than delayMs");
        Rules.Try(report, "delaySteps", () => DelayStep.InOrder(DelaySteps));
        return this with
        {
            Bandwidth = Trace is { } file ? Rules.Try(report, "traceFile", () => (Bandwidth)TraceFile.Read(report.PathOf(file)))
                : RateSteps.Count > 0 ? Rules.Try(report, "rateSteps", () => new SteppedBandwidth([.. RateSteps]))
                : Rate is { } rate ? new FixedBandwidth(rate) : null,
            Losses = Loss ?? (LossSteps.Count > 0 ? Rules.Try<LossModel>(report, "lossSteps", () => new SteppedLoss([.. LossSteps])) : null) ?? LossModel.None,
        };
    }

    /// <param name="report">Of the link.</param>
    /// <param name="way">The key of this direction there.</param>
    /// <param name="roundTrip">Of both directions.</param>
    public LinkOptions ToOptions(ISettingReport report, string way, Duration roundTrip) => new()
    {
        Bandwidth = Bandwidth,
        Delay = Delay,
        DelaySteps = DelaySteps,
        Jitter = Jitter,
        Queue = Queue.ToOptions(Bandwidth, roundTrip, reason => report.Problem($"{way}.queue", reason)),
        Loss = Losses,
        Reordering = Reordering,
        Duplication = Duplication,
    };
}

/// <summary>As a queue is described everywhere; on a link its limit may also be given in bandwidth-delay products.</summary>
internal sealed record LinkQueueSettings
{
    private const int LargestPacketBytes = 1500;

    [Inlined]
    public QueueOptions Queue { get; init; } = new();

    [Setting("limitBdp", Min = 1e-6, Max = 1000, Text = "instead of a limit: times the bytes of `rateKbps` in the link's round trip")]
    public double? LimitProducts { get; init; }

    [Setting("leastBytes", Min = LargestPacketBytes, Max = 1_000_000_000, Unit = "bytes", Text = "the least that `limitBdp` comes to: a packet if not given")]
    public int LeastBytes { get; init; } = LargestPacketBytes;

    public QueueOptions ToOptions(Bandwidth? bandwidth, Duration roundTrip, Action<string> refuse)
    {
        if (LimitProducts is not { } products)
            return Queue;
        if (bandwidth is FixedBandwidth { Rate: var rate } && roundTrip > Duration.Zero)
            return Queue with { Limit = QueueLimit.OfBytes(Math.Max(LeastBytes, rate.BytesIn(roundTrip * products))) };
        refuse("limitBdp is allowed with rateKbps and delayMs");
        return Queue;
    }
}

/// <summary>As a file describes it.</summary>
internal sealed record ReorderingSettings : ISettingRules
{
    [Setting("percent", IsRequired = true, Min = 0, Max = 100, Unit = "%", Text = "of packets, at random")]
    public double Share { get; init; }

    [Setting("extraDelayMs", IsRequired = true, Min = 0, Max = 100_000, Unit = "ms", Text = "those are held back so long, and others pass them")]
    public Duration ExtraDelay { get; init; }

    object ISettingRules.Finish(ISettingReport report) => new Reordering(Share, ExtraDelay);
}
