namespace Mongoose.Testbed.Scenarios;

/// <summary>What a figure must be for the scenario to pass.</summary>
/// <param name="Stat">The figure's name, such as <c>reno.goodputKbps</c>.</param>
/// <param name="Least">Null: no lower bound.</param>
/// <param name="Most">Null: no upper bound.</param>
/// <param name="Claim">What it would mean, in words; may be empty.</param>
public sealed record Band(string Stat, double? Least, double? Most, string Claim = "");
