using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class FixedRuleTests
{
    [Test]
    public void Neither_loss_nor_silence_changes_the_number()
    {
        FixedRule rule = new(8);
        rule.OnReading(new PathReading(
            At: Instant.FromSeconds(10),
            RoundTrip: Duration.FromSeconds(1),
            Queueing: Duration.FromSeconds(1),
            QueueingChange: Duration.Zero,
            QueueingGrowth: Duration.Zero,
            FairRate: DataRate.Zero,
            Delivered: DataRate.Zero,
            LineRate: DataRate.Zero,
            LossShare: 0.5,
            LossShareTime: Duration.FromSeconds(2),
            LatestLossShare: 0,
            IsNewLossEvent: true,
            Acked: 1,
            Wanted: 8,
            IsInUse: true));
        rule.OnSilence(Instant.FromSeconds(20));
        Assert.That((rule.Streams, rule.Mode), Is.EqualTo((8, MixingMode.Losses)));
    }

    [Test]
    public void Less_than_one_stream_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => _ = new FixedRule(0));
}
