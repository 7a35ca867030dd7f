using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;

namespace Mongoose.Core.Status.Findings;

/// <summary>What to say of a host that gives the process too little: who or what has the rest.</summary>
internal static class HostFinding
{
    /// <summary>Other programs are the cause if they use at least this part of the host.</summary>
    private const double MinOthers = 0.3;

    /// <summary>From this part of the time on, the computer that runs the virtual machine gives it too little.</summary>
    private const double MinStolen = 0.1;

    /// <summary>From so many pages a second on, threads often wait for memory: each page takes a disk some milliseconds.</summary>
    private const double MinPages = 20;

    /// <summary>The finding, without its visitors.</summary>
    public static Finding Of(in ProcessHealth process)
    {
        (string sentence, string advice, string? seen, bool isSure) = Explain(process);
        string late = $"sending threads late {FigureText.Percent(process.Late)} of the time, by up to {FigureText.Of(process.Lateness)}";
        string? all = process.HostUsedCores is { } host ? $"all programs of the host use {FigureText.Cores(host)}" : null;
        return new Finding
        {
            Cause = Cause.Host,
            Sentence = sentence,
            Advice = advice,
            Seen = [.. new[] { late, seen, all }.OfType<string>()],
            IsSure = isSure,
        };
    }

    private static (string Sentence, string Advice, string? Seen, bool IsSure) Explain(in ProcessHealth process)
    {
        string gets = $"The simulator gets {FigureText.Cores(process.UsedCores)} of the {FigureText.Cores(process.HostCores)} of its host";
        if (ProcessorRule.IsThrottled(process))
            return ($"{gets}: a quota stops it.", "Raise the processor quota of its container or virtual machine.",
                $"a quota of {FigureText.Cores(process.AllowedCores)} stopped the process"
                + $" {FigureText.Percent(process.Throttled ?? 0)} of the time", true);
        if (process.Stolen >= MinStolen)
            return ($"{gets}: the computer that runs this virtual machine gives it too little.",
                "Ask the provider for cores that are not shared, or move the simulator.",
                $"its programs did not get {FigureText.Percent(process.Stolen.Value)} of the processor time that they wanted", true);
        double others = (process.HostUsedCores ?? 0) - process.UsedCores;
        if (ProcessorRule.FillHost(process) && others >= MinOthers * process.HostCores)
            return ($"{gets}: other programs use the rest.", "Stop other programs on this host, or move the simulator.", null, true);
        if (process.PagesRead >= MinPages)
            return ("The host lacks memory: the simulator waits for memory that is on a disk.",
                "Give the host or its container more memory, stop other programs, or run fewer regions here.",
                $"in a second the process waited for {process.PagesRead:0} pages of its memory", false);
        if (ProcessorRule.FillsItsCores(process) || ProcessorRule.FillHost(process))
            return ($"{gets}, and its threads still come late.", "Give it more cores, or run fewer regions here.", null,
                ProcessorRule.FillsItsCores(process));
        (string free, string ask) = process.HostUsedCores is null
            ? (", and its", "First look which other programs use the processor: this host does not tell Mongoose. Then ask")
            : (". Cores are free, but its", "Ask");
        return ($"{gets}{free} threads come late.",
            $"{ask} the provider whether the virtual machine is paused or oversold. Lines of OpenSim.log at that time may name a lock.",
            null, false);
    }
}
