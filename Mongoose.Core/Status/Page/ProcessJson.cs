using System.Text.Json;
using Mongoose.Core.Status.Health;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes the process in the data of the status page.</summary>
internal static class ProcessJson
{
    public static void Write(Utf8JsonWriter json, ProcessHealth? process, ProcessHealthSeries history, long after)
    {
        json.WriteStartObject("process");
        json.WriteFigure("usedCores", process?.UsedCores);
        json.WriteFigure("allowedCores", process?.AllowedCores);
        json.WriteFigure("hostUsedCores", process?.HostUsedCores);
        json.WriteFigure("hostCores", process?.HostCores);
        json.WriteFigure("throttledPercent", 100 * process?.Throttled);
        json.WriteFigure("pausedPercent", 100 * process?.Paused);
        json.WriteFigure("latePercent", 100 * process?.Late);
        json.WriteFigure("latenessMs", process?.Lateness.Milliseconds);
        json.WriteFigure("queuedWork", process?.QueuedWork);
        json.WriteFigure("workWaitMs", process?.WorkWait.Milliseconds);
        json.WriteFigure("memoryMB", process?.MemoryBytes / 1e6);
        json.WriteHistory(after, ("usedCores", history.UsedCores), ("pausedPercent", history.Paused), ("latePercent", history.Late),
            ("harmed", history.Harmed));
        json.WriteEndObject();
    }
}
