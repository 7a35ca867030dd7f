using Mongoose.Client.Bots;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Commands;

/// <summary>Everything that the user has chosen.</summary>
/// <param name="Run">The bots and what they do.</param>
/// <param name="Engine">The engine that carries the sessions.</param>
/// <param name="LibreMetaverse">The folder in which to look for that library.</param>
/// <param name="LoginTimeout">The timeout for each answer of a grid.</param>
/// <param name="Thresholds">Conditions under which the run fails.</param>
/// <param name="Json">A file, "-" for standard output, or null for none.</param>
/// <param name="CsvDirectory">A directory, or null for none.</param>
/// <param name="IsQuiet">Whether to print failures only.</param>
/// <param name="IsDryRun">Whether to check everything and run nothing.</param>
internal sealed record BotSettings(
    BotRunOptions Run, string Engine, string LibreMetaverse, TimeSpan LoginTimeout, IReadOnlyList<Threshold> Thresholds, string? Json,
    string? CsvDirectory, bool IsQuiet, bool IsDryRun);
