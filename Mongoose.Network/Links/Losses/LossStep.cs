using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Losses;

/// <summary>A loss model from a time on.</summary>
/// <param name="From">Since the link started.</param>
/// <param name="Model">Numbers of packets in it are counted from then.</param>
public sealed record LossStep(Duration From, LossModel Model);
