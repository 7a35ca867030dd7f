using Mongoose.Client.Merging;
using Mongoose.Client.Results;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Client.Commands;

/// <summary>Reads the parts of a run, and writes their sum.</summary>
internal sealed class MergeRunner(MergeSettings settings, TextWriter output, TextWriter error)
{
    private readonly ResultOutputs _outputs = new(settings.Json, settings.CsvDirectory, output, error);

    /// <param name="interruption">Ends the merge; a file is then either complete or as it was before.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(CancellationToken interruption)
    {
        try
        {
            _outputs.Check(MergedCsv.CheckWritable);
            if (settings.Report is { } report)
                OutputFile.CheckWritable(report);
            return Merge(interruption);
        }
        catch (OutputException exception)
        {
            return Fail([exception.Message], ExitCode.Usage);
        }
        catch (OperationCanceledException)
        {
            return Fail(["interrupted: the sum is not written completely"], ExitCode.Interrupted);
        }
    }

    private int Merge(CancellationToken interruption)
    {
        (IReadOnlyList<Part> parts, IReadOnlyList<string> unread) = ReadAll(interruption);
        if (Contradictions.Of(parts) is { Count: > 0 } contradictions)
            return Fail([.. unread, .. contradictions, "nothing is written, because the parts contradict each other"], ExitCode.Usage);
        if (parts.Count == 0)
            return Fail([.. unread, "nothing is written, because no part can be read"], ExitCode.Grid);
        BotRunResult result = RunMerge.Of(parts, settings.Thresholds, unread);
        if (settings.IsQuiet)
        {
            IEnumerable<string> crossed = result.Thresholds.Where(threshold => threshold.Crossed).Select(threshold => threshold.ToString());
            foreach (string line in result.Problems!.Concat(crossed))
                BotCommand.Program.Report(error, TerminalText.Escape(line));
        }
        IReadOnlyList<string> unwritten = Write(result, parts, interruption);
        return unwritten.Count > 0 ? Fail(unwritten, ExitCode.Runtime)
            : result.Problems!.Count > 0 ? ExitCode.Grid
            : result.Thresholds.Any(threshold => threshold.Crossed) ? ExitCode.Threshold
            : ExitCode.Good;
    }

    /// <summary>The parts in the order of their shards: the order of the files makes no difference.</summary>
    private (IReadOnlyList<Part> Parts, IReadOnlyList<string> Unread) ReadAll(CancellationToken interruption)
    {
        List<Part> parts = [];
        List<string> unread = [];
        foreach (string file in settings.Files)
        {
            interruption.ThrowIfCancellationRequested();
            try
            {
                parts.Add(PartReader.Read(file, interruption));
            }
            catch (UnreadablePartException exception)
            {
                unread.Add(exception.Message);
            }
        }
        return (parts.OrderBy(part => part.Shard).ThenBy(part => part.File, StringComparer.Ordinal).ToArray(), unread);
    }

    private IReadOnlyList<string> Write(BotRunResult result, IReadOnlyList<Part> parts, CancellationToken interruption)
    {
        List<string> unwritten = [.. _outputs.Write(settings.IsQuiet ? null : text => MergeText.Write(text, result, Starts.Of(parts)),
            () => BotJson.Serialise(result), directory => MergedCsv.Write(directory, result, parts, interruption))];
        try
        {
            if (settings.Report is { } report)
                OutputFile.Write(report, MergeReport.Page(result, Starts.Of(parts)));
        }
        catch (OutputException exception)
        {
            unwritten.Add(exception.Message);
        }
        return unwritten;
    }

    private int Fail(IEnumerable<string> lines, int code) =>
        BotCommand.Program.Fail(error, lines.Select(TerminalText.Escape), code);
}
