using System.Text.Json;
using Mongoose.Client.Results;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Merging;

/// <summary>
/// Checks that a run can have written the result that was read from a file: its sums do not overflow, and its columns match.
/// </summary>
internal static class PartCheck
{
    /// <summary>More than a shard can count or measure; a sum of counts over all shards still fits into a long.</summary>
    public const double MaxFigure = 1e15;

    private const double MaxSeconds = 1e8;

    /// <exception cref="JsonException">A value is impossible; the message names it.</exception>
    public static void Check(BotRunResult result)
    {
        if (result.Parts is not null)
            throw new JsonException("it is the result of a merge: merge the files of its parts instead");
        CheckShard(result);
        DelayCheck.Check(result.Histograms);
        CheckOverTime(result.OverTime);
        Figure("lengthS", result.LengthS, MaxSeconds, isNeeded: true);
        Figure("seconds", result.Request.Length.Seconds, MaxSeconds, isNeeded: true);
        Figure("the size of gridClockAheadS", Math.Abs(result.GridClockAheadS));
        Figure("summary.cpuCores", result.Summary.CpuCores);
        Figure("summary.peakMemoryMB", result.Summary.PeakMemoryMB);
        Figure("summary.maxRttMs", result.Summary.MaxRttMs);
        Figure("summary.p95RttMs", result.Summary.P95RttMs);
        foreach (BotResult? bot in result.Bots)
            BotCheck.Check(bot ?? throw new JsonException("bots[] has null"));
        if (result.Schema != BotRunResult.EarlierSchemaName)
            DelayCheck.Check(result);
        Figure("the sum over bots[] of a count", result.Bots.Max(BotCheck.MaxCount) * (double)result.Bots.Count);
    }

    /// <summary>Checks that a figure is from 0 to <paramref name="max"/>, or NaN unless <paramref name="isNeeded"/>.</summary>
    /// <exception cref="JsonException">The figure is out of range.</exception>
    public static void Figure(string name, double value, double max = MaxFigure, bool isNeeded = false)
    {
        if (double.IsNaN(value) ? isNeeded : value < 0 || value > max)
            throw new JsonException(FormattableString.Invariant($"{name} is {value}: allowed are 0 to {max:0}"));
    }

    /// <summary>Checks that seconds are ascending whole numbers from 1, and that each column has a value for each second.</summary>
    /// <exception cref="JsonException">The seconds are invalid, or a column has another length.</exception>
    public static void Columns(string name, double[] seconds, IEnumerable<double[]?> columns)
    {
        double before = 0;
        foreach (double second in seconds)
        {
            if (!(second > before && second <= MaxSeconds && second == Math.Floor(second)))
            {
                throw new JsonException(FormattableString.Invariant(
                    $"{name}.second has {second} after {before}: allowed are ascending whole numbers from 1"));
            }
            before = second;
        }
        if (columns.Any(column => column?.Length != seconds.Length))
            throw new JsonException($"{name} has columns of different lengths");
    }

    private static void CheckShard(BotRunResult result)
    {
        Shard shard = result.Request.Shard;
        if (shard.Count < 1 || shard.Count > Shard.MaxCount || shard.Index < 0 || shard.Index >= shard.Count)
            throw new JsonException($"shard {shard.Index} of {shard.Count}: allowed are {Shard.Allowed}");
        if (result.StartedAt == default)
            throw new JsonException("startedAt is missing");
        if (result.Bots.Count == 0)
            throw new JsonException("it has no bots");
        if (result.Schema == BotRunResult.EarlierSchemaName)
            return;
        if (result.Request.Length.Seconds is < 1 and var seconds)
            throw new JsonException(FormattableString.Invariant($"seconds is {seconds}: allowed are 1 or more"));
        CheckBots(result.Bots, shard, result.Request.Accounts.Count);
    }

    private static void CheckBots(IReadOnlyList<BotResult> bots, Shard shard, int all)
    {
        if (bots.Count != shard.SizeOf(all))
            throw new JsonException($"it has {bots.Count} bots: shard {shard} of {all} bots has {shard.SizeOf(all)}");
        if (bots.FirstOrDefault(bot => bot is not null && !(bot.Number >= 0 && bot.Number < all && shard.Has(bot.Number))) is { } stranger)
            throw new JsonException($"bot {stranger.Number} is none of shard {shard} of {all} bots");
        if (bots.OfType<BotResult>().GroupBy(bot => bot.Number).FirstOrDefault(group => group.Count() > 1) is { } twice)
            throw new JsonException($"bot {twice.Key} is there twice");
    }

    private static void CheckOverTime(RunSeries series)
    {
        Columns("overTime", series.Second, series.Columns());
        foreach (double value in series.Columns().SelectMany(column => column))
            Figure("overTime", value, isNeeded: true);
    }
}
