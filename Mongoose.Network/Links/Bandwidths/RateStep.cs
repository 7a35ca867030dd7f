using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>A rate from a time on.</summary>
/// <param name="From">Since the link started.</param>
/// <param name="Rate">Zero is an outage.</param>
public readonly record struct RateStep(Duration From, DataRate Rate);
