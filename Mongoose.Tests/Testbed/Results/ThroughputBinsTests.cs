using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

[TestFixture]
public sealed class ThroughputBinsTests
{
    [Test]
    public void Bytes_BecomeKilobitsPerSecondOfTheirBin()
    {
        ThroughputBins bins = new(Duration.FromMilliseconds(100), Duration.FromMilliseconds(250));
        bins.Add(Channel.Task, Duration.Zero, 1000);
        bins.Add(Channel.Task, Duration.FromMilliseconds(99.9), 250);
        bins.Add(Channel.Texture, Duration.FromMilliseconds(100), 500);
        double[][] kbps = bins.ToKbps(Duration.FromMilliseconds(250));
        // 1250 bytes x 8 bits in 0.1 s are 100 kbit/s; the last 50 ms are no whole bin.
        Assert.That(kbps[(int)Channel.Task], Is.EqualTo(new[] { 100.0, 0 }));
        Assert.That(kbps[(int)Channel.Texture], Is.EqualTo(new[] { 0.0, 40 }));
        Assert.That(kbps, Has.Length.EqualTo(ChannelRates.Count));
    }

    [Test]
    public void Bins_AfterAnEarlyEnd_AreNotShownAsSilence()
    {
        ThroughputBins bins = new(Duration.FromMilliseconds(100), Duration.FromMilliseconds(1000));
        bins.Add(Channel.Task, Duration.FromMilliseconds(50), 1000);
        Assert.That(bins.ToKbps(Duration.FromMilliseconds(299))[(int)Channel.Task], Is.EqualTo(new[] { 80.0, 0 }));
        Assert.That(bins.ToKbps(Duration.Zero), Has.All.Empty);
        Assert.That(bins.ToKbps(Duration.FromSeconds(9))[(int)Channel.Task], Has.Length.EqualTo(10));
    }

    [TestCase(-1)]
    [TestCase(200)]
    [TestCase(1e12)]
    public void Bytes_OutsideTheRun_AreLeftOut(double milliseconds)
    {
        ThroughputBins bins = new(Duration.FromMilliseconds(100), Duration.FromMilliseconds(200));
        bins.Add(Channel.Task, Duration.FromMilliseconds(milliseconds), 1000);
        Assert.That(bins.ToKbps(Duration.FromMilliseconds(200)).SelectMany(row => row), Has.All.Zero);
    }
}
