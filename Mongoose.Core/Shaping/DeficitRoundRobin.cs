using System.Numerics;
using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Deficit round robin (Shreedhar and Varghese 1996) over the seven channels, for lent bytes.
/// <para>
/// Quanta are proportional to the channels' rates: the largest rate has <see cref="LargestQuantum"/>, none less than
/// <see cref="SmallestQuantum"/>. While channels i and j both always have a packet to borrow for, the bytes W lent to them
/// satisfy |W_i/Q_i - W_j/Q_j| &lt;= 1 + L/Q_i + L/Q_j, L the largest packet.
/// </para>
/// <para>
/// Small quanta keep turns short, but then a packet may need several rounds; the rounds in which nobody could send are
/// taken in one step, so a choice costs one look at each channel whatever the quanta.
/// </para>
/// </summary>
internal struct DeficitRoundRobin
{
    public const int LargestQuantum = 1500;
    public const int SmallestQuantum = 24;

    private PerChannel _quantum;
    private PerChannel _deficit;
    private int _current;

    public void SetWeights(in ChannelRates rates)
    {
        long largest = 1;
        foreach (DataRate rate in rates)
            largest = Math.Max(largest, rate.BitsPerSecond);
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            int quantum = Math.Max(SmallestQuantum, (int)(LargestQuantum * rates[i].BitsPerSecond / largest));
            // What is left of a turn shrinks with the turns: it must not count as many of the new, small ones.
            if (quantum < _quantum[i])
                _deficit[i] = (int)((long)_deficit[i] * quantum / _quantum[i]);
            _quantum[i] = quantum;
        }
    }

    public readonly int Quantum(int channel) => _quantum[channel];

    /// <summary>
    /// The channel whose turn it is, among those with a bit in <paramref name="backlog"/> (not 0). Choosing again without <see cref="Charge"/>
    /// gives the same channel while its first packet stays.
    /// </summary>
    public int Choose(int backlog, ReadOnlySpan<int> headBytes)
    {
        ForgetIdle(backlog);
        if ((backlog >> _current & 1) == 0 || _deficit[_current] < headBytes[_current])
            MoveOn(backlog, headBytes);
        return _current;
    }

    public void Charge(int channel, int bytes) => _deficit[channel] -= bytes;

    /// <summary>A channel with nothing to send saves nothing up.</summary>
    private void ForgetIdle(int backlog)
    {
        for (int idle = ~backlog & (int)ChannelSet.All; idle != 0; idle &= idle - 1)
            _deficit[BitOperations.TrailingZeroCount(idle)] = 0;
    }

    private void MoveOn(int backlog, ReadOnlySpan<int> headBytes)
    {
        int rounds = int.MaxValue, chosen = _current;
        for (int step = 1; step <= ChannelRates.Count && rounds > 1; step++)
        {
            int i = After(step);
            if ((backlog >> i & 1) == 0)
                continue;
            int visits = VisitsUntilServed(i, headBytes[i]);
            if (visits < rounds)
                (rounds, chosen) = (visits, i);
        }

        bool passed = false;
        for (int step = 1; step <= ChannelRates.Count; step++)
        {
            int i = After(step);
            if ((backlog >> i & 1) != 0)
                _deficit[i] += _quantum[i] * (passed ? rounds - 1 : rounds);
            passed |= i == chosen;
        }
        _current = chosen;
    }

    private readonly int VisitsUntilServed(int channel, int headBytes)
    {
        int missing = headBytes - _deficit[channel], quantum = _quantum[channel];
        return missing <= quantum ? 1 : (missing + quantum - 1) / quantum;
    }

    /// <summary>The channel <paramref name="step"/> (1 to 7) places after the current one.</summary>
    private readonly int After(int step)
    {
        int i = _current + step;
        return i < ChannelRates.Count ? i : i - ChannelRates.Count;
    }

    [InlineArray(ChannelRates.Count)]
    private struct PerChannel
    {
        private int _first;
    }
}
