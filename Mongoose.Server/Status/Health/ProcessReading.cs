using System.Diagnostics;
using OpenSim.Framework;

namespace Mongoose.Server.Status.Health;

/// <summary>What the runtime says of this process.</summary>
/// <param name="Processor">Processor time that the process has used.</param>
/// <param name="Paused">Time in which garbage collections have paused it.</param>
/// <param name="Queued">Work items that wait for a thread of a pool: .NET's, and OpenSim's own.</param>
/// <param name="MemoryBytes">Memory that it occupies.</param>
internal readonly record struct ProcessReading(TimeSpan Processor, TimeSpan Paused, long Queued, long MemoryBytes)
{
    private static readonly Process Own = Process.GetCurrentProcess();

    /// <summary>Reads the present values. Only one thread may call it.</summary>
    public static ProcessReading Now()
    {
        Own.Refresh();
        return new ProcessReading(Own.TotalProcessorTime, GC.GetTotalPauseDuration(),
            ThreadPool.PendingWorkItemCount + (Util.GetSmartThreadPoolInfo()?.WaitingCallbacks ?? 0), Environment.WorkingSet);
    }
}
