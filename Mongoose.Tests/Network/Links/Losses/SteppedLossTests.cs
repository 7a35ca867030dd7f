using Mongoose.Core.Units;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;

namespace Mongoose.Tests.Network.Links.Losses;

public sealed class SteppedLossTests
{
    private static readonly Instant Start = Instant.Zero + Duration.FromSeconds(3);

    [Test]
    public void Each_model_applies_from_its_time_on_and_the_last_one_remains()
    {
        SteppedLoss model = new(Step(0, new BernoulliLoss(0)), Step(1, new BernoulliLoss(1)), Step(2, new BernoulliLoss(0)));
        ILossProcess process = model.Start(new SeededRandom(1), Start);
        bool[] lost = ((double[])[0, 0.999, 1, 1.5, 1.999, 2, 1000])
            .Select(at => process.LosesNext(Start + Duration.FromSeconds(at))).ToArray();
        Assert.That(lost, Is.EqualTo((bool[])[false, false, true, true, true, false, false]));
    }

    [Test]
    public void Packet_counting_restarts_in_each_step()
    {
        SteppedLoss model = new(Step(0, new PeriodicLoss(10, 9)), Step(1, new ListedLoss(0, 2)));
        ILossProcess process = model.Start(new SeededRandom(1), Start);
        for (int i = 0; i < 4; i++)
            Assert.That(process.LosesNext(Start), Is.False);
        bool[] lost = Enumerable.Range(0, 4).Select(_ => process.LosesNext(Start + Duration.FromSeconds(1))).ToArray();
        Assert.That(lost, Is.EqualTo((bool[])[true, false, true, false]));
    }

    [Test]
    public void A_step_without_packets_is_skipped()
    {
        SteppedLoss model = new(Step(0, new BernoulliLoss(0)), Step(1, new BernoulliLoss(0)), Step(2, new BernoulliLoss(1)));
        Assert.That(model.Start(new SeededRandom(1), Start).LosesNext(Start + Duration.FromSeconds(5)));
    }

    [Test]
    public void Steps_begin_at_zero_and_in_order()
    {
        Assert.That(() => new SteppedLoss(), Throws.ArgumentException.With.Message.EqualTo("loss steps: the first must be at 0 s"));
        Assert.That(() => new SteppedLoss(Step(1, LossModel.None)),
            Throws.ArgumentException.With.Message.EqualTo("loss steps: the first must be at 0 s"));
        Assert.That(() => new SteppedLoss(Step(0, LossModel.None), Step(0, LossModel.None)),
            Throws.ArgumentException.With.Message.StartsWith("loss step 1 at 0 ms"));
    }

    private static LossStep Step(double seconds, LossModel model) => new(Duration.FromSeconds(seconds), model);
}
