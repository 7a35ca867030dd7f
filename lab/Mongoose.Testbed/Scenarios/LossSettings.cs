using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links.Losses;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A loss model as declared in a file.</summary>
internal record LossSettings : ISettingRules
{
    [Setting("model", IsKind = true, Text = "the model; each has its own keys")]
    public LossKind Model { get; init; }

    [Setting("percent", Of = "random bursts", IsRequired = true, Min = 0, Max = 100, Unit = "%",
        Text = "loss probability of a packet; of bursts the mean, below 100")]
    public double Share { get; init; }

    [Setting("meanBurstPackets", Of = "bursts", IsRequired = true, Min = 1, Max = 1e6, Text = "mean consecutive losses")]
    public double MeanBurst { get; init; } = 1;

    [Setting("goodToBadPercent", Of = "gilbertElliott", IsRequired = true, Min = 0, Max = 100, Unit = "%",
        Text = "probability per packet of entering the bad state")]
    public double GoodToBad { get; init; }

    [Setting("badToGoodPercent", Of = "gilbertElliott", IsRequired = true, Min = 0, Max = 100, Unit = "%",
        Text = "probability per packet of leaving the bad state")]
    public double BadToGood { get; init; }

    [Setting("lossInGoodPercent", Of = "gilbertElliott", Min = 0, Max = 100, Unit = "%", Text = "loss probability in the good state")]
    public double LossInGood { get; init; }

    [Setting("lossInBadPercent", Of = "gilbertElliott", Min = 0, Max = 100, Unit = "%", Text = "loss probability in the bad state")]
    public double LossInBad { get; init; } = 1;

    [Setting("every", Of = "everyNth", IsRequired = true, Min = 1, Max = int.MaxValue, Text = "one packet in this number is lost")]
    public int Every { get; init; } = 1;

    [Setting("phase", Of = "everyNth", Min = 0, Max = int.MaxValue, Range = "0 to `every` - 1",
        Text = "index of the lost packet in each group")]
    public int Phase { get; init; }

    [Setting("packets", Of = "listed", Min = 0, Max = long.MaxValue, Range = "each 0 or more, once", Default = "empty",
        Text = "numbers of lost packets, from 0")]
    public IReadOnlyList<long> Packets { get; init; } = [];

    object ISettingRules.Finish(ISettingReport report) => Finish(report);

    private protected virtual object Finish(ISettingReport report) => Model switch
    {
        LossKind.Bursts => GilbertElliottLoss.OfBursts(Share, MeanBurst),
        LossKind.GilbertElliott => new GilbertElliottLoss(GoodToBad, BadToGood, LossInGood, LossInBad),
        LossKind.EveryNth => new PeriodicLoss(Every, Phase),
        LossKind.Listed => new ListedLoss([.. Packets]),
        _ => new BernoulliLoss(Share),
    };
}

/// <summary>A loss model that applies from a given time.</summary>
internal sealed record LossStepSettings : LossSettings
{
    [Setting("atSeconds", IsRequired = true, Min = 0, Max = 1e6, Unit = "s", Range = "0 to 1000000, ascending, the first 0",
        Text = "time from which this model applies")]
    public Duration From { get; init; }

    private protected override object Finish(ISettingReport report) => new LossStep(From, (LossModel)base.Finish(report));
}

/// <summary>The loss models; files have the members' names in camel case.</summary>
internal enum LossKind
{
    Random,
    Bursts,
    GilbertElliott,
    EveryNth,
    Listed,
}
