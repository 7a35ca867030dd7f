namespace Mongoose.Testbed.Results.Matrix;

/// <summary>Columns that distinguish the runs of a cell but are not factors: no factor may have such a name.</summary>
internal static class RunColumns
{
    /// <summary>The seed. It has another name on the host's clock, so that rows of both clocks never mix.</summary>
    public const string Seed = "seed", RealSeed = "realSeed";

    /// <summary>The version of the scenario.</summary>
    public const string Version = "version";

    public static readonly string[] All = [Seed, RealSeed, Version];
}
