using Mongoose.Core.Channels;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Arrivals;

/// <summary>What an arrival has cost: all that was sent from the moment when the visitor came until nearly all was there.</summary>
public sealed record Arrival
{
    /// <summary>Who came, where and when.</summary>
    public required ArrivalStart Start { get; init; }

    /// <summary>How long it has been watched.</summary>
    public Duration Watched { get; init; }

    /// <summary>Whether it is no longer watched.</summary>
    public bool IsOver { get; init; }

    /// <summary>Time until 95 % of the bytes had been sent; null if it is not over, or the visitor left before.</summary>
    public Duration? Until95 { get; init; }

    /// <summary>What limited it for the most seconds; null if nothing did.</summary>
    public Cause? Cause { get; init; }

    /// <summary>Bytes of UDP payload, by channel; channels that sent nothing are left out.</summary>
    public IReadOnlyList<(Channel Channel, long Bytes)> Udp { get; init; } = [];

    /// <summary>Bytes by HTTP, by capability; empty if Mongoose did not send the downloads.</summary>
    public IReadOnlyList<(string Capability, long Bytes)> Http { get; init; } = [];

    /// <summary>The assets by HTTP that cost most, with the most expensive first; up to <see cref="WatchedArrival.KeptAssets"/>.</summary>
    public IReadOnlyList<AssetCost> Assets { get; init; } = [];
}
