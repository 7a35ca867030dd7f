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

    private PerChannel<int> _quantum;
    private PerChannel<int> _deficit;
    private Channel _current;

    public void SetWeights(in ChannelRates rates)
    {
        long largest = 1;
        foreach (DataRate rate in rates)
            largest = Math.Max(largest, rate.BitsPerSecond);
        foreach (Channel channel in ChannelSet.All)
        {
            int quantum = Math.Max(SmallestQuantum, (int)(LargestQuantum * rates[channel].BitsPerSecond / largest));
            // What is left of a turn shrinks with the turns: it must not count as many of the new, small ones.
            if (quantum < _quantum[channel])
                _deficit[channel] = (int)((long)_deficit[channel] * quantum / _quantum[channel]);
            _quantum[channel] = quantum;
        }
    }

    public int Quantum(Channel channel) => _quantum[channel];

    /// <summary>
    /// The channel whose turn it is, among those in <paramref name="backlog"/> (not empty). Choosing again without <see cref="Charge"/>
    /// gives the same channel while its first packet stays.
    /// </summary>
    public Channel Choose(ChannelSet backlog, ref PerChannel<int> headBytes)
    {
        // A channel with nothing to send saves nothing up.
        foreach (Channel idle in ChannelSet.All & ~backlog)
            _deficit[idle] = 0;
        if (!backlog.Contains(_current) || _deficit[_current] < headBytes[_current])
            MoveOn(backlog, ref headBytes);
        return _current;
    }

    public void Charge(Channel channel, int bytes) => _deficit[channel] -= bytes;

    private void MoveOn(ChannelSet backlog, ref PerChannel<int> headBytes)
    {
        int rounds = int.MaxValue;
        Channel chosen = _current;
        // In turn order: the channels after the current one, then those up to it.
        ChannelSet upToCurrent = backlog & (ChannelSet)((2 << (int)_current) - 1);
        FindFirstServed(backlog & ~upToCurrent, ref headBytes, ref rounds, ref chosen);
        if (rounds > 1)
            FindFirstServed(upToCurrent, ref headBytes, ref rounds, ref chosen);
        foreach (Channel channel in backlog)
            _deficit[channel] += _quantum[channel] * (TurnOf(channel) <= TurnOf(chosen) ? rounds : rounds - 1);
        _current = chosen;
    }

    /// <summary>The first of <paramref name="channels"/> that can send after fewer <paramref name="rounds"/> than those before it.</summary>
    private void FindFirstServed(ChannelSet channels, ref PerChannel<int> headBytes, ref int rounds, ref Channel chosen)
    {
        foreach (Channel channel in channels)
        {
            int visits = VisitsUntilServed(channel, headBytes[channel]);
            if (visits < rounds)
                (rounds, chosen) = (visits, channel);
        }
    }

    private int VisitsUntilServed(Channel channel, int headBytes)
    {
        int missing = headBytes - _deficit[channel], quantum = _quantum[channel];
        return missing <= quantum ? 1 : (missing + quantum - 1) / quantum;
    }

    /// <summary>A channel's place in the round, 1 to 7, counted from the one after the current.</summary>
    private readonly int TurnOf(Channel channel)
    {
        int turn = channel - _current;
        return turn > 0 ? turn : turn + ChannelRates.Count;
    }
}
