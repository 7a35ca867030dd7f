using System.Reflection;
using System.Security.Cryptography;
using Mongoose.Core.Units;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>Runs a mixer on the host's clock and network, shows what it does, and writes the results.</summary>
internal sealed class MixerRunner(RunOptions options, TextWriter output, TextWriter error)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly TextWriter _people = options.Json == JsonFile.StandardOutput ? error : output;

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(CancellationToken interruption)
    {
        using RealTimeLoop loop = new("mixer");
        try
        {
            CheckOutputs();
            IReadOnlyList<SettingProblem> problems = loop.Invoke(() => HostCheck.Problems(options.Mixer, loop));
            if (problems.Count > 0)
                return MixerCommand.Refuse(error, problems.Select(problem => problem.ToString()));
        }
        catch (OutputException exception)
        {
            return MixerCommand.Fail(error, exception.Message, ExitCode.Usage);
        }
        if (options.IsDryRun)
        {
            MixerText.WritePlan(output, options.Mixer);
            return ExitCode.Good;
        }
        try
        {
            return Finish(Measure(loop, interruption));
        }
        catch (Exception exception) when (exception is IOException or NotSupportedException)
        {
            return MixerCommand.Fail(error, exception.Message, ExitCode.Runtime);
        }
    }

    private void CheckOutputs()
    {
        if (options.Json is { } json && json != JsonFile.StandardOutput)
            OutputFile.CheckWritable(json);
        if (options.CsvDirectory is { } directory)
            MixerCsv.CheckWritable(directory);
    }

    private MixerResult Measure(RealTimeLoop loop, CancellationToken interruption)
    {
        DateTimeOffset startedAt = DateTimeOffset.UtcNow;
        ulong run = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));
        using RunningMixer mixer = new(loop, options.Mixer, run, options.Json is not null || options.CsvDirectory is not null, error);
        bool showsTable = !options.IsQuiet && !(_people == error ? Console.IsErrorRedirected : Console.IsOutputRedirected);
        if (showsTable)
            TerminalDisplay.Show(_people, options.Mixer.Name, display => Watch(mixer, display, interruption));
        else
            Watch(mixer, options.IsQuiet ? new QuietDisplay() : new PlainDisplay(_people), interruption);
        return mixer.End(options.Thresholds) with
        {
            Version = typeof(MixerRunner).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "",
            StartedAt = startedAt,
            Command = options.Command,
            Seconds = options.Length?.Seconds ?? double.NaN,
            Interrupted = interruption.IsCancellationRequested,
        };
    }

    private void Watch(RunningMixer mixer, IMixerDisplay display, CancellationToken interruption)
    {
        Instant end = options.Length is { } length ? RealTimeLoop.Clock + length : Instant.Never;
        while (RealTimeLoop.Clock < end && !interruption.WaitHandle.WaitOne(PollInterval))
        {
            if (mixer.TakeView(options.Length) is { } view)
                display.Update(view);
        }
    }

    private int Finish(MixerResult result)
    {
        if (!options.IsQuiet)
            MixerText.WriteSummary(_people, result);
        try
        {
            if (options.Json is { } json)
                JsonFile.Write(MixerJson.Serialise(result), json, output);
            if (options.CsvDirectory is { } directory)
                MixerCsv.Write(result, directory);
        }
        catch (OutputException exception)
        {
            return MixerCommand.Fail(error, exception.Message, ExitCode.Runtime);
        }
        int code = CodeOf(result);
        if (code == ExitCode.NoPeer)
            MixerCommand.Note(error, "nothing ever came from any peer");
        return code;
    }

    internal static int CodeOf(MixerResult result) => result.Interrupted ? ExitCode.Interrupted
        : result.Summary.PeersSilent == result.Summary.Peers ? ExitCode.NoPeer
        : result.Thresholds.Any(threshold => threshold.Crossed) ? ExitCode.Threshold
        : ExitCode.Good;
}
