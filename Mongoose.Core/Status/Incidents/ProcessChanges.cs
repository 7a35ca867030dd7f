using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>Finds what changed of the process and its host: for each cause that a diagnosis names, the figures that it rests on.</summary>
internal static class ProcessChanges
{
    private const double MinPaused = 0.05, MinHostCores = 0.3, MinThrottled = 0.2, MinStolen = 0.05;

    /// <summary>Pages of memory per second. Code that runs for the first time is read from a disk as well.</summary>
    private const double MinPages = 10;

    private const double MinQueuedWork = 20;

    /// <summary>Seconds.</summary>
    private const double MinWait = 0.2;

    /// <summary>The changes, one line each.</summary>
    /// <param name="before">The first part of a minute.</param>
    /// <param name="end">Its end.</param>
    public static IEnumerable<Change> In(Moment[] before, Moment[] end) =>
        from line in (string?[])
        [
            Pauses(before, end), OtherPrograms(before, end), Quota(before, end), Throttling(before, end), Stolen(before, end),
            ReadPages(before, end), WorkWait(before, end), QueuedWork(before, end),
        ]
        where line is not null
        select new Change(line);

    private static string? Pauses(Moment[] before, Moment[] end)
    {
        double paused = Highest(end, process => process.Paused);
        return !HasRisen(Highest(before, process => process.Paused), paused, MinPaused) ? null
            : $"garbage collections paused the process {FigureText.Percent(paused)} of a second";
    }

    private static string? OtherPrograms(Moment[] before, Moment[] end)
    {
        double others = Mean(end, Others), othersBefore = Mean(before, Others);
        return !HasRisen(othersBefore, others, MinHostCores) ? null
            : $"other programs of the host rose from {FigureText.Cores(othersBefore)} to {FigureText.Cores(others)}";

        static double? Others(ProcessHealth process) => process.HostUsedCores is { } used ? Math.Max(0, used - process.UsedCores) : null;
    }

    private static string? Quota(Moment[] before, Moment[] end)
    {
        double allowed = end[^1].Process.AllowedCores, allowedBefore = before[0].Process.AllowedCores;
        return allowed >= allowedBefore ? null
            : $"the processor quota fell from {FigureText.Cores(allowedBefore)} to {FigureText.Cores(allowed)}";
    }

    private static string? Throttling(Moment[] before, Moment[] end)
    {
        double throttled = Highest(end, process => process.Throttled);
        return !HasRisen(Highest(before, process => process.Throttled), throttled, MinThrottled) ? null
            : $"a quota stopped the process {FigureText.Percent(throttled)} of a second";
    }

    private static string? Stolen(Moment[] before, Moment[] end)
    {
        double stolen = Mean(end, process => process.Stolen), stolenBefore = Mean(before, process => process.Stolen);
        return !HasRisen(stolenBefore, stolen, MinStolen) ? null
            : "the processor time that the host's programs wanted and did not get rose from"
                + $" {FigureText.Percent(stolenBefore)} to {FigureText.Percent(stolen)}";
    }

    private static string? ReadPages(Moment[] before, Moment[] end)
    {
        double pages = Mean(end, process => process.PagesRead), pagesBefore = Mean(before, process => process.PagesRead);
        return !HasRisen(pagesBefore, pages, MinPages) ? null
            : $"the pages of memory for which the process waited rose from {pagesBefore:0} to {pages:0} a second";
    }

    private static string? WorkWait(Moment[] before, Moment[] end)
    {
        double wait = Highest(end, process => process.WorkWait.Seconds), waitBefore = Highest(before, process => process.WorkWait.Seconds);
        return !HasRisen(waitBefore, wait, MinWait) ? null
            : $"the time that work waits for a thread rose from {Text(waitBefore)} to {Text(wait)}";

        static string Text(double seconds) => FigureText.Of(Duration.FromSeconds(seconds));
    }

    private static string? QueuedWork(Moment[] before, Moment[] end)
    {
        double queued = Highest(end, process => process.QueuedWork), queuedBefore = Highest(before, process => process.QueuedWork);
        return !HasRisen(queuedBefore, queued, MinQueuedWork) ? null
            : $"the work items that wait for a thread rose from {queuedBefore:0} to {queued:0}";
    }

    /// <summary>Whether a figure has risen. Of one that is not known, before or at the end, nothing is said.</summary>
    private static bool HasRisen(double before, double end, double least) => end - before >= least;

    private static double Mean(Moment[] moments, Func<ProcessHealth, double?> figure) =>
        Known(moments, figure).DefaultIfEmpty(double.NaN).Average();

    /// <summary>What swings is compared by its highest values: its mean is always lower.</summary>
    private static double Highest(Moment[] moments, Func<ProcessHealth, double?> figure) =>
        Known(moments, figure).DefaultIfEmpty(double.NaN).Max();

    private static IEnumerable<double> Known(Moment[] moments, Func<ProcessHealth, double?> figure) =>
        moments.Select(moment => figure(moment.Process)).OfType<double>();
}
