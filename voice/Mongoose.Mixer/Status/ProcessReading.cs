using System.Diagnostics;

namespace Mongoose.Mixer.Status;

/// <summary>What the runtime says of this process.</summary>
/// <param name="Processor">Processor time that the process has used.</param>
/// <param name="Paused">Time in which garbage collections have paused it.</param>
/// <param name="Queued">Work items that wait for a thread of the pool.</param>
/// <param name="MemoryBytes">Memory that it occupies.</param>
internal readonly record struct ProcessReading(TimeSpan Processor, TimeSpan Paused, long Queued, long MemoryBytes)
{
    /// <summary>Reads the present values.</summary>
    public static ProcessReading Now()
    {
        using Process own = Process.GetCurrentProcess();
        return new ProcessReading(
            own.TotalProcessorTime, GC.GetTotalPauseDuration(), ThreadPool.PendingWorkItemCount, Environment.WorkingSet);
    }
}
