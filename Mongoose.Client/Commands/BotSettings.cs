using Mongoose.Client.Bots;

namespace Mongoose.Client.Commands;

/// <summary>All that a user has chosen.</summary>
/// <param name="Run">Who visits, and what they do.</param>
/// <param name="Engine">What carries the sessions.</param>
/// <param name="LibreMetaverse">Where that library is to be looked for.</param>
/// <param name="LoginTimeout">For each answer of a grid.</param>
/// <param name="Thresholds">By which the run fails.</param>
/// <param name="Json">A file, "-" for standard output, or null for none.</param>
/// <param name="CsvDirectory">A directory, or null for none.</param>
/// <param name="IsQuiet">Whether to say nothing but what goes wrong.</param>
/// <param name="IsDryRun">Whether to check everything and do nothing.</param>
internal sealed record BotSettings(
    BotRunOptions Run, string Engine, string LibreMetaverse, TimeSpan LoginTimeout, IReadOnlyList<Threshold> Thresholds, string? Json,
    string? CsvDirectory, bool IsQuiet, bool IsDryRun);
