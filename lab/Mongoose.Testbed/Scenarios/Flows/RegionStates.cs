using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// When a region made the states of its avatars: the earliest time at which any of the observed circuits carried exactly this state away
/// from the region, before any link. States older than a minute are forgotten. Use it on one thread.
/// </summary>
internal sealed class RegionStates
{
    private static readonly Duration Memory = Duration.FromSeconds(60);

    private readonly Dictionary<TerseMotion, Instant> _madeAt = [];
    private readonly Queue<(TerseMotion State, Instant At)> _order = new();

    public void Seen(in TerseMotion state, Instant now)
    {
        while (_order.TryPeek(out (TerseMotion State, Instant At) oldest) && now - oldest.At > Memory)
            _madeAt.Remove(_order.Dequeue().State);
        if (_madeAt.TryAdd(state, now))
            _order.Enqueue((state, now));
    }

    /// <summary>The age of a state; null if the state is not remembered.</summary>
    public Duration? AgeOf(in TerseMotion state, Instant now) => _madeAt.TryGetValue(state, out Instant at) ? now - at : null;
}
