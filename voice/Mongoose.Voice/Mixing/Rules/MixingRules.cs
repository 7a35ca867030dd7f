namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The rules by name.</summary>
public static class MixingRules
{
    public const string Paper = "paper", Steady = "steady", Fixed = "fixed";

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } = [Steady, Paper, Fixed];
}
