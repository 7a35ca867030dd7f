using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>Loses only the packets with the listed numbers, counted from 0 in order of transmission on the link.</summary>
public sealed record ListedLoss : LossModel
{
    private readonly long[] _numbers;

    /// <param name="numbers">Packet numbers of 0 or more, in any order.</param>
    /// <exception cref="ArgumentException">A number is below 0 or occurs twice.</exception>
    public ListedLoss(params long[] numbers)
    {
        _numbers = [.. numbers.Order()];
        for (int i = 0; i < _numbers.Length; i++)
        {
            if (_numbers[i] < 0 || i > 0 && _numbers[i] == _numbers[i - 1])
                throw new ArgumentException($"listed loss, packet {_numbers[i]}: allowed are 0 or more, each once");
        }
    }

    public override ILossProcess Start(SeededRandom random, Instant now) => new Process(_numbers);

    private sealed class Process(long[] numbers) : ILossProcess
    {
        private long _packet;
        private int _nextListed;

        public bool LosesNext(Instant sent)
        {
            bool loses = _nextListed < numbers.Length && numbers[_nextListed] == _packet;
            _packet++;
            if (loses)
                _nextListed++;
            return loses;
        }
    }
}
