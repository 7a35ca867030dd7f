using System.Diagnostics;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.CommandLine;

/// <summary>The resources that this process uses from a moment on, for all purposes.</summary>
public sealed class ProcessUse
{
    private readonly TimeSpan _before;

    /// <summary>Begins to count.</summary>
    public ProcessUse()
    {
        using Process process = Process.GetCurrentProcess();
        _before = process.TotalProcessorTime;
    }

    /// <summary>Peak resident memory since the start of the process, in megabytes of 10^6.</summary>
    public double PeakMemoryMB
    {
        get
        {
            using Process process = Process.GetCurrentProcess();
            return process.PeakWorkingSet64 / 1e6;
        }
    }

    /// <summary>Processor time, in cores.</summary>
    /// <param name="length">The time since the count began, on the caller's clock.</param>
    public double Cores(Duration length)
    {
        using Process process = Process.GetCurrentProcess();
        return (process.TotalProcessorTime - _before).TotalSeconds / Math.Max(1e-3, length.Seconds);
    }
}
