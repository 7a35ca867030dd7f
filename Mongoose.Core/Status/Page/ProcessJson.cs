using System.Text.Json;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes the process in the data of the status page, and in those of an incident.</summary>
internal static class ProcessJson
{
    public static void Write(Utf8JsonWriter json, ProcessHealth? process, ProcessHealthSeries history, long after)
    {
        json.WriteStartObject("process");
        WriteFigures(json, process);
        (string, Series)[] quota = history.Throttled is { } throttled ? [("throttledPercent", throttled)] : [];
        json.WriteHistory(after,
            [("usedCores", history.UsedCores), ("pausedPercent", history.Paused), ("latePercent", history.Late), .. quota,
             ("harmed", history.Harmed)]);
        json.WriteEndObject();
    }

    /// <summary>All that is known of the process, null for what is not: each figure can be the evidence of a cause.</summary>
    public static void WriteFigures(Utf8JsonWriter json, ProcessHealth? process)
    {
        json.WriteFigure("usedCores", process?.UsedCores);
        json.WriteFigure("allowedCores", process?.AllowedCores);
        json.WriteFigure("hostUsedCores", process?.HostUsedCores);
        json.WriteFigure("hostCores", process?.HostCores);
        json.WriteFigure("throttledPercent", 100 * process?.Throttled);
        json.WriteFigure("stolenPercent", 100 * process?.Stolen);
        json.WriteFigure("pausedPercent", 100 * process?.Paused);
        json.WriteFigure("latePercent", 100 * process?.Late);
        json.WriteFigure("latenessMs", process?.Lateness.Milliseconds);
        json.WriteFigure("queuedWork", process?.QueuedWork);
        json.WriteFigure("workWaitMs", process?.WorkWait.Milliseconds);
        json.WriteFigure("memoryMB", process?.MemoryBytes / 1e6);
        json.WriteFigure("pagesRead", process?.PagesRead);
    }
}
