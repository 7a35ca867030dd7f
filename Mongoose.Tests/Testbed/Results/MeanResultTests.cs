using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

public sealed class MeanResultTests
{
    private static RunResult Run(double goodput, double? seconds) => new()
    {
        Server = RunResult.Stock,
        ThrottleKbps = 1000,
        RttMs = 50,
        GoodputKbps = goodput,
        Utilisation = goodput / 1000,
        TextureSeconds = seconds,
        Resends = 2,
    };

    [Test]
    public void Rates_are_means_and_counts_are_sums()
    {
        RunResult mean = MeanResult.Of([Run(400, 4), Run(600, 6)]);
        Assert.That((mean.Circuits, mean.GoodputKbps, mean.Utilisation, mean.TextureSeconds, mean.Resends), Is.EqualTo((2, 500.0, 0.5, 5.0, 4)));
        Assert.That(mean.FairnessIndex, Is.EqualTo(1e6 / (2 * 520_000)).Within(1e-12));
    }

    [Test]
    public void A_download_that_one_did_not_finish_is_unfinished() =>
        Assert.That(MeanResult.Of([Run(400, 4), Run(600, null)]).TextureSeconds, Is.Null);
}
