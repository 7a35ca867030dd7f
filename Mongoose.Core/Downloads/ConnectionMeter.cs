using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>
/// Compares the states of one connection. TCP shows only a smoothed round trip, which follows a queue eight acknowledgments late. Since the
/// weight of a sample and the number of acknowledgments are known, the mean of the new samples can be found.
/// </summary>
public struct ConnectionMeter
{
    /// <summary>The part of the smoothed round trip that remains after a sample.</summary>
    private const double Remains = 7.0 / 8;

    /// <summary>After more samples than this, the earlier value no longer matters.</summary>
    private const long ManySamples = 64;

    private bool _hasState;

    /// <summary>The last state.</summary>
    public ConnectionState State { get; private set; }

    /// <summary>Takes the connection's state and returns the changes since the previous state; none for the first state.</summary>
    public ConnectionChange Take(in ConnectionState state)
    {
        ConnectionState before = _hasState ? State : state;
        (State, _hasState) = (state, true);
        return new ConnectionChange(
            RoundTripOf(before, state),
            Math.Max(0, state.DeliveredBytes - before.DeliveredBytes),
            Math.Max(0, state.Retransmitted - before.Retransmitted));
    }

    private static Duration? RoundTripOf(in ConnectionState before, in ConnectionState state)
    {
        // A segment that carries a request may acknowledge nothing new, and then SRTT does not change.
        if (state.Acks <= before.Acks || state.DeliveredBytes <= before.DeliveredBytes || state.SmoothedRoundTrip <= Duration.Zero)
            return null;
        if (before.SmoothedRoundTrip <= Duration.Zero)
            return state.SmoothedRoundTrip;
        double remains = Math.Pow(Remains, Math.Min(ManySamples, state.Acks - before.Acks));
        Duration sample = (state.SmoothedRoundTrip - before.SmoothedRoundTrip * remains) / (1 - remains);
        // An acknowledgment without a sample, as after a loss, makes the result wrong; TCP's own minimum limits the error.
        return Duration.Max(sample, state.MinRoundTrip);
    }
}

/// <summary>The changes between two states of a connection.</summary>
/// <param name="RoundTrip">The mean of the new round trips; null if there are none.</param>
/// <param name="DeliveredBytes">Bytes that have arrived.</param>
/// <param name="Retransmitted">Segments sent again.</param>
public readonly record struct ConnectionChange(Duration? RoundTrip, long DeliveredBytes, long Retransmitted);
