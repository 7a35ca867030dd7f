using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>One loss model after another; the last one stays.</summary>
public sealed record SteppedLoss : LossModel
{
    private readonly LossStep[] _steps;

    /// <exception cref="ArgumentException">There is no step, the first is not at 0, or one is not after the one before it.</exception>
    public SteppedLoss(params LossStep[] steps)
    {
        StepTimes.Check(steps.Select(step => step.From), "loss");
        _steps = [.. steps];
    }

    public override ILossProcess Start(SeededRandom random, Instant now) =>
        new Process(_steps.Select(step => (now + step.From, step.Model.Start(random, now + step.From))).ToArray());

    private sealed class Process((Instant From, ILossProcess Losses)[] steps) : ILossProcess
    {
        private int _step;

        public bool LosesNext(Instant sent)
        {
            while (_step + 1 < steps.Length && sent >= steps[_step + 1].From)
                _step++;
            return steps[_step].Losses.LosesNext(sent);
        }
    }
}

/// <summary>A loss model from a time on.</summary>
/// <param name="From">Since the link started.</param>
/// <param name="Model">Numbers of packets in it are counted from then.</param>
public sealed record LossStep(Duration From, LossModel Model);
