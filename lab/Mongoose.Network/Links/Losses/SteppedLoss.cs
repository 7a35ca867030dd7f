using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>Several loss models in sequence; the last one remains.</summary>
public sealed record SteppedLoss : LossModel
{
    private readonly LossStep[] _steps;

    /// <exception cref="ArgumentException">There is no step, the first is not at 0, or a step is not after the previous one.</exception>
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

/// <summary>A loss model that applies from a given time.</summary>
/// <param name="From">The time since the link started.</param>
/// <param name="Model">The model; it counts packets from that time.</param>
public sealed record LossStep(Duration From, LossModel Model);
