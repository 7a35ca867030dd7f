using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// How long the losses after a loss belong to the same event. A full queue drops packets until the senders have noticed and it begins to fall, which may
/// take more than a round trip. A sender with small packets loses some of them throughout that time, and a TCP halves its window once.
/// </summary>
internal struct LossEpisode
{
    /// <summary>The queue has fallen if less than this part of its highest delay since the loss is left.</summary>
    private const double Fallen = 0.85;

    /// <summary>If the queue does not fall, nobody reacts, and losses are a new event after so many round trips.</summary>
    private const double Longest = 2.5;

    private Duration _highest;
    private bool _hasFallen;

    /// <summary>A loss event begins.</summary>
    public void Begin(Duration delay) => (_highest, _hasFallen) = (delay, false);

    /// <summary>Records the delay in queues.</summary>
    public void Note(Duration delay)
    {
        _highest = Duration.Max(_highest, delay);
        _hasFallen |= delay <= _highest * Fallen;
    }

    /// <summary>The time from the first loss in which further losses are part of its event.</summary>
    public readonly Duration Time(Duration roundTrip) => _hasFallen ? roundTrip : roundTrip * Longest;
}
