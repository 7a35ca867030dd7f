using System.Diagnostics;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.CommandLine;

/// <summary>The resources that this process uses from the creation of this object on, for all purposes.</summary>
public sealed class ProcessUse
{
    private readonly TimeSpan _before = Read(process => process.TotalProcessorTime);

    /// <summary>Peak resident memory since the start of the process, in megabytes of 10^6.</summary>
    public double PeakMemoryMB => Read(process => process.PeakWorkingSet64) / 1e6;

    /// <summary>Processor time, in cores.</summary>
    /// <param name="length">The time since the creation of this object, on the caller's clock.</param>
    public double Cores(Duration length) =>
        (Read(process => process.TotalProcessorTime) - _before).TotalSeconds / Math.Max(1e-3, length.Seconds);

    private static T Read<T>(Func<Process, T> figure)
    {
        using Process process = Process.GetCurrentProcess();
        return figure(process);
    }
}
