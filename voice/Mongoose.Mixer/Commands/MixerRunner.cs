using System.Security.Cryptography;
using Mongoose.Core.Metadata;
using Mongoose.Core.Units;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Terminals;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>Runs a mixer on the host's clock and network, shows its state, and writes the results.</summary>
internal sealed class MixerRunner(RunOptions options, TextWriter output, TextWriter error)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly ResultOutputs _outputs = new(options.Json, options.CsvDirectory, output, error);
    private readonly FaultLog _faults = new(options.Log, () => DateTimeOffset.UtcNow);

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(CancellationToken interruption)
    {
        try
        {
            _outputs.Check(MixerCsv.CheckWritable);
            _faults.Check();
        }
        catch (OutputException exception)
        {
            return MixerCommand.Program.Fail(error, exception.Message, ExitCode.Usage);
        }
        using RealTimeLoop loop = new("mixer");
        IReadOnlyList<SettingProblem> problems = loop.Invoke(() => HostCheck.Problems(options.Mixer, loop));
        if (problems.Count > 0)
            return Fail(problems.Select(problem => problem.ToString()));
        try
        {
            if (!options.IsDryRun)
                return Finish(Measure(loop, interruption));
            MixerText.WritePlan(output, options.Mixer);
            return ExitCode.Good;
        }
        catch (Exception exception) when (exception is IOException or ArgumentException)
        {
            return Fail([Fault.TextOf(exception)]);
        }
    }

    private MixerResult Measure(RealTimeLoop loop, CancellationToken interruption)
    {
        DateTimeOffset startedAt = DateTimeOffset.UtcNow;
        ulong run = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));
        using RunningMixer mixer = new(loop, options.Mixer, run, _outputs.HasFiles);
        if (!options.IsQuiet && StatusRules.PageOf(options.Mixer.Status) is { } page)
            Report($"note: {page}");
        Instant end = options.Length is { } length ? RealTimeLoop.Clock + length : Instant.Never;
        try
        {
            _outputs.Show<RunView>(new MixerRunText(options.Mixer.Name), options.IsQuiet, Report,
                display => Watch(mixer, display, end, interruption));
        }
        catch (IOException)
        {
            Watch(mixer, RunDisplay<RunView>.Quiet(Report), end, interruption); // The terminal is gone; the mixer continues.
        }
        return mixer.End(options.Thresholds) with
        {
            Version = BuildVersion.Of(typeof(MixerRunner).Assembly),
            StartedAt = startedAt,
            Command = options.Command,
            Seconds = options.Length?.Seconds ?? double.NaN,
            Interrupted = interruption.IsCancellationRequested,
        };
    }

    private void Watch(RunningMixer mixer, RunDisplay<RunView> display, Instant end, CancellationToken interruption)
    {
        for (bool isOver = false; !isOver;)
        {
            isOver = interruption.WaitHandle.WaitOne(PollInterval) || RealTimeLoop.Clock >= end;
            foreach (string line in mixer.TakeFaults().SelectMany(_faults.Add))
                display.Report(line);
            if (mixer.TakeView(options.Length) is { } view)
                Update(display, view);
        }
    }

    private static void Update(RunDisplay<RunView> display, RunView view)
    {
        try
        {
            display.Update(view);
        }
        catch (IOException)
        {
            // A full disk ends the log, not the mixer.
        }
    }

    private int Finish(MixerResult result)
    {
        IReadOnlyList<string> unwritten = _outputs.Write(
            options.IsQuiet ? null : text => MixerText.WriteSummary(text, result),
            () => MixerJson.Serialise(result),
            directory => MixerCsv.Write(result, directory));
        if (unwritten.Count > 0)
            return Fail(unwritten);
        int code = CodeOf(result);
        if (code == ExitCode.NoPeer)
            Report("nothing ever came from any peer");
        return code;
    }

    internal static int CodeOf(MixerResult result) => result.Interrupted ? ExitCode.Interrupted
        : result.Summary.PeersFailed > 0 ? ExitCode.Runtime
        : result.Summary.PeersSilent == result.Summary.Peers ? ExitCode.NoPeer
        : result.Thresholds.Any(threshold => threshold.Crossed) ? ExitCode.Threshold
        : ExitCode.Good;

    private int Fail(IEnumerable<string> messages) => MixerCommand.Program.Fail(error, messages, ExitCode.Runtime);

    private void Report(string message) => MixerCommand.Program.Report(error, message);
}
