using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>Loses every n-th packet.</summary>
/// <param name="Every">n, at least 1.</param>
/// <param name="Phase">The number of the first lost packet, counted from 0 on the link; 0 to n - 1.</param>
/// <exception cref="ArgumentException">A parameter is outside its range.</exception>
public sealed record PeriodicLoss(int Every, int Phase = 0) : LossModel
{
    public int Every { get; } = (int)Allowed.Between(Every, 1, int.MaxValue, "periodic loss, every");

    public int Phase { get; } = Phase >= 0 && Phase < Every
        ? Phase
        : throw new ArgumentException($"periodic loss, phase {Phase}: allowed are 0 to {Every - 1}");

    public override ILossProcess Start(SeededRandom random, Instant now) => new Process(this);

    private sealed class Process(PeriodicLoss model) : ILossProcess
    {
        private int _untilNext = model.Phase;

        public bool LosesNext(Instant sent)
        {
            bool loses = _untilNext == 0;
            _untilNext = (loses ? model.Every : _untilNext) - 1;
            return loses;
        }
    }
}
