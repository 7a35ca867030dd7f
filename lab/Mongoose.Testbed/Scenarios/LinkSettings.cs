using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Links.Radios;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link as declared in a file.</summary>
internal sealed record LinkSettings : ISettingRules
{
    [Setting("down", IsRequired = true, Text = "towards viewers and receivers; `{}` has no effect")]
    public LinkWaySettings Down { get; init; } = new();

    [Setting("up", IsRequired = true, Text = "towards servers and senders, with the same keys")]
    public LinkWaySettings Up { get; init; } = new();

    [Setting("radio", Text = "a radio shared by both directions, instead of rates")]
    public RadioOptions? Radio { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        Duration roundTrip = Down.Options.Delay + Up.Options.Delay;
        Check(report, "down", Down);
        Check(report, "up", Up);
        return new DuplexLink("", Down.ToOptions(report, "down", roundTrip), Up.ToOptions(report, "up", roundTrip),
            Down.Clamp, Up.Clamp, Radio);
    }

    private void Check(ISettingReport report, string key, LinkWaySettings way)
    {
        if (Radio is not null && way.HasRate)
            report.Problem(key, "rateKbps, rateSteps and traceFile are not allowed on a link with radio");
        if (Radio is null && !way.HasRate && way.Clamp is { Queue: ClampedQueue.Own })
            report.Problem($"{key}.clamp.queue",
                "own needs a queue, and this direction has none; add rateKbps, rateSteps or traceFile to it, or radio to the link");
    }
}

/// <summary>One direction of a link as declared in a file.</summary>
internal sealed record LinkWaySettings : ISettingRules
{
    [Setting("rateKbps", Min = 1, Max = 1e8, Unit = "kbit/s",
        Text = "rate of IP packets; at most one of this and the next two keys")]
    public DataRate? Rate { get; init; }

    [Setting("rateSteps", Text = "the rate over time")]
    public IReadOnlyList<RateStep> RateSteps { get; init; } = [];

    [Setting("traceFile", Range = "a path",
        Text = "mahimahi's format: each line is the time in ms at which 1500 bytes can be sent; repeats")]
    public string? Trace { get; init; }

    /// <summary>The options that a link takes from the file unchanged.</summary>
    [Inlined]
    public LinkOptions Options { get; init; } = new();

    [Setting("queue", Default = "`{\"discipline\": \"fifo\"}`", Text = "the discipline with its keys")]
    public LinkQueueSettings Queue { get; init; } = new();

    [Setting("loss", As = typeof(LossSettings), Text = "a loss model")]
    public LossModel? Loss { get; init; }

    [Setting("lossSteps", As = typeof(LossStepSettings), Text = "loss models over time, instead of `loss`")]
    public IReadOnlyList<LossStep> LossSteps { get; init; } = [];

    [Setting("clamp", Text = "a gateway before this direction that limits its flows' TCP windows")]
    public ClampOptions? Clamp { get; init; }

    /// <summary>Whether a key gives a rate, so that packets wait in a queue.</summary>
    public bool HasRate => Rate is not null || Trace is not null || RateSteps.Count > 0;

    /// <summary>Read here because relative paths need the file's folder.</summary>
    private Bandwidth? Bandwidth { get; init; }

    private LossModel Losses { get; init; } = LossModel.None;

    object ISettingRules.Finish(ISettingReport report)
    {
        if ((Rate is null ? 0 : 1) + (Trace is null ? 0 : 1) + (RateSteps.Count == 0 ? 0 : 1) > 1)
            report.Problem(null, "rateKbps, rateSteps and traceFile are mutually exclusive");
        if (Loss is not null && LossSteps.Count > 0)
            report.Problem(null, "loss and lossSteps are mutually exclusive");
        Duration minDelay = Options.DelaySteps.Select(step => step.Delay).Append(Options.Delay).Min();
        if (Options.Jitter > minDelay)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(minDelay.Milliseconds)} ms, no more than delayMs");
        Rules.Try(report, "delaySteps", () => DelayStep.InOrder(Options.DelaySteps));
        return this with
        {
            Bandwidth = Trace is { } file ? Rules.Try(report, "traceFile", () => (Bandwidth)TraceFile.Read(report.PathOf(file)))
                : RateSteps.Count > 0 ? Rules.Try(report, "rateSteps", () => new SteppedBandwidth([.. RateSteps]))
                : Rate is { } rate ? new FixedBandwidth(rate) : null,
            Losses = Loss ?? (LossSteps.Count > 0 ? Rules.Try<LossModel>(report, "lossSteps", () => new SteppedLoss([.. LossSteps])) : null)
                ?? LossModel.None,
        };
    }

    /// <param name="way">The key of this direction in the link.</param>
    /// <param name="roundTrip">The round-trip time over both directions.</param>
    public LinkOptions ToOptions(ISettingReport report, string way, Duration roundTrip) => Options with
    {
        Bandwidth = Bandwidth,
        Queue = Queue.ToOptions(Bandwidth, roundTrip, reason => report.Problem($"{way}.queue", reason)),
        Loss = Losses,
    };
}

/// <summary>A queue as declared everywhere; on a link, its limit can also be given in bandwidth-delay products.</summary>
internal sealed record LinkQueueSettings
{
    private const int MaxPacketBytes = 1500;

    [Inlined]
    public QueueOptions Queue { get; init; } = new();

    [Setting("limitBdp", Min = 1e-6, Max = 1000, Text = "instead of a limit: a multiple of `rateKbps` times the link's round trip")]
    public double? LimitProducts { get; init; }

    [Setting("leastBytes", Min = MaxPacketBytes, Max = 1_000_000_000, Unit = "bytes", Text = "minimum of the limit from `limitBdp`")]
    public int MinBytes { get; init; } = MaxPacketBytes;

    public QueueOptions ToOptions(Bandwidth? bandwidth, Duration roundTrip, Action<string> refuse)
    {
        if (LimitProducts is not { } products)
            return Queue;
        if (bandwidth is FixedBandwidth { Rate: var rate } && roundTrip > Duration.Zero)
            return Queue with { Limit = QueueLimit.OfBytes(Math.Max(MinBytes, rate.BytesIn(roundTrip * products))) };
        refuse("limitBdp needs rateKbps and delayMs");
        return Queue;
    }
}
