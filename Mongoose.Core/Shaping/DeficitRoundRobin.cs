using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Deficit round robin (Shreedhar and Varghese 1996) over the seven channels, for lent bytes.
/// <para>
/// Quanta are proportional to the channels' rates: the largest rate gets <see cref="MaxQuantum"/>, and none gets less than
/// <see cref="MinQuantum"/>. While channels i and j both always have a packet to borrow for, the bytes W lent to them satisfy |W_i/Q_i
/// - W_j/Q_j| &lt;= 1 + L/Q_i + L/Q_j, where L is the largest packet.
/// </para>
/// <para>
/// Small quanta keep turns short, but a packet may then need several rounds. Rounds in which no channel can send are skipped in one step,
/// so a choice visits each channel once, whatever the quanta are.
/// </para>
/// </summary>
internal struct DeficitRoundRobin
{
    public const int MaxQuantum = 1500;
    public const int MinQuantum = 24;

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
            int quantum = Math.Max(MinQuantum, (int)(MaxQuantum * rates[channel].BitsPerSecond / largest));
            // The remaining deficit shrinks with the quantum. Otherwise it would be worth several of the new, smaller turns.
            if (quantum < _quantum[channel])
                _deficit[channel] = (int)((long)_deficit[channel] * quantum / _quantum[channel]);
            _quantum[channel] = quantum;
        }
    }

    /// <summary>
    /// Returns the channel whose turn it is among those in <paramref name="backlog"/>, which must not be empty. Without a
    /// <see cref="Charge"/> in between, it returns the same channel for as long as that channel's first packet stays.
    /// </summary>
    public Channel Choose(ChannelSet backlog, ref PerChannel<int> headBytes)
    {
        // A channel with nothing to send saves no deficit.
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
        // Search in turn order: first the channels after the current one, then those up to and including it.
        ChannelSet upToCurrent = backlog & (ChannelSet)((2 << (int)_current) - 1);
        FindFirstServed(backlog & ~upToCurrent, ref headBytes, ref rounds, ref chosen);
        if (rounds > 1)
            FindFirstServed(upToCurrent, ref headBytes, ref rounds, ref chosen);
        foreach (Channel channel in backlog)
            _deficit[channel] += _quantum[channel] * (TurnOf(channel) <= TurnOf(chosen) ? rounds : rounds - 1);
        _current = chosen;
    }

    /// <summary>Finds the first of <paramref name="channels"/> that can send after fewer than <paramref name="rounds"/> rounds.</summary>
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

    /// <summary>A channel's position in the round, 1 to 7. The channel after the current one has position 1.</summary>
    private readonly int TurnOf(Channel channel)
    {
        int turn = channel - _current;
        return turn > 0 ? turn : turn + ChannelRates.Count;
    }
}
