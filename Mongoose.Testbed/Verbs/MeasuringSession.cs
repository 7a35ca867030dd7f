using System.Globalization;
using Mongoose.Network.Links;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>A command that measures, from its options to its exit code: check, measure the host, run, write, say what it means.</summary>
internal abstract class MeasuringSession(Workload workload, DemoOutputs outputs)
{
    /// <summary>A quiet host delivers within a few tenths.</summary>
    private const double PoorTimingMs = 2;

    /// <summary>Where what is for people goes.</summary>
    protected TextWriter Text { get; } = outputs.StandardOutputIsJson ? Console.Error : Console.Out;

    protected bool IsTerminal { get; } = outputs.StandardOutputIsJson ? !Console.IsErrorRedirected : !Console.IsOutputRedirected;

    public int Run()
    {
        try
        {
            outputs.Check();
            using Interruption interruption = new();
            return Run(interruption.Token);
        }
        catch (Exception exception) when (exception is OutputException or OpenSimException or IOException or TimeoutException)
        {
            Console.Error.WriteLine($"mongoose-testbed: {exception.Message}");
            return ExitCode.Runtime;
        }
    }

    /// <summary>Runs everything; when cancelled it returns what is complete.</summary>
    protected abstract RunResult[] Measure(CancellationToken cancellation);

    /// <summary>What was found wrong in a run, though it has figures; one line each.</summary>
    protected virtual IReadOnlyList<string> Complaints => [];

    private int Run(CancellationToken cancellation)
    {
        DateTimeOffset started = DateTimeOffset.Now;
        WarmUp.Run();
        TimingCheck timing = TimingCheck.Measure();
        RunResult[] runs = Measure(cancellation);
        DemoResult result = new()
        {
            Version = ProgramVersion.Text,
            Started = started,
            Interrupted = cancellation.IsCancellationRequested,
            Command = $"dotnet run -c Release --project Mongoose.Testbed -- {workload.Arguments}",
            Host = HostInfo.Here(timing.Timer, timing.Link),
            Config = workload.Config,
            Runs = runs,
        };
        if (runs.Length == 0 && result.Interrupted)
        {
            Text.WriteLine("Interrupted before anything was measured.");
            return ExitCode.Interrupted;
        }
        // First what no full disk can take away.
        Tell(result);
        outputs.Write(result);
        Text.WriteLine($"Report: {Path.GetFullPath(outputs.Report)}");
        foreach (string complaint in Complaints)
            Console.Error.WriteLine($"mongoose-testbed: {complaint}");
        return result.Interrupted ? ExitCode.Interrupted : Complaints.Count > 0 ? ExitCode.Runtime : ExitCode.Good;
    }

    private void Tell(DemoResult result)
    {
        Text.WriteLine();
        foreach (string line in Summary.PlainText(Summary.Table(result)))
            Text.WriteLine(line);
        Text.WriteLine();
        if (result.Interrupted)
            Text.WriteLine("Interrupted: these are the figures until then.");
        Text.WriteLine(Summary.Sentence(result));
        TimingError link = result.Host.LinkErrorMs;
        string trust = link.P99 > PoorTimingMs ? " The host was busy: trust delays no finer than that." : "";
        Text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"The emulated link was late by {link.P50:0.0} ms at p50 and {link.P99:0.0} ms at p99 when the demo began.{trust}"));
    }
}
