using Mongoose.Core.Metadata;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.SelfCheck;

namespace Mongoose.Testbed.Verbs;

/// <summary>Runs the self-check from options to exit code.</summary>
/// <param name="each">How long to test each rate.</param>
/// <param name="json">A file, "-" for standard output, or null for none.</param>
internal sealed class SelfCheckVerb(Duration each, string? json)
{
    private readonly TextWriter _text = json == OutputFile.StandardOutput ? Console.Error : Console.Out;

    public int Run()
    {
        try
        {
            OutputFile.CheckOutput(json);
            using Interruption interruption = new(Interruption.Abort);
            SelfCheckResult result = Measure(interruption.Token);
            SelfCheckReport.Write(_text, result);
            if (json is not null)
                OutputFile.Write(json, JsonFile.Serialise(result, JsonFile.Options(FiniteDoubleConverter.Decimals)), Console.Out);
            return result.Interrupted ? ExitCode.Interrupted : result.Warnings.Count > 0 ? ExitCode.Runtime : ExitCode.Good;
        }
        catch (Exception exception) when (exception is OutputException or IOException)
        {
            return Failure.Program.Fail(Console.Error, exception.Message, ExitCode.Runtime);
        }
    }

    private SelfCheckResult Measure(CancellationToken cancellation)
    {
        DateTimeOffset started = DateTimeOffset.Now;
        TimingCheck.Measure(); // Discarded: it only warms up the JIT compiler.
        TimingCheck timing = TimingCheck.Measure();
        (TunTimingCheck? tun, string? unavailable) = MeasureTun(cancellation);
        return new SelfCheckResult
        {
            Version = BuildVersion.Of(typeof(SelfCheckVerb).Assembly),
            Started = started,
            Interrupted = cancellation.IsCancellationRequested,
            Host = HostInfo.Here(timing.Timer, timing.Link),
            Tun = tun?.Rates ?? [],
            TunLimitKbps = tun?.LimitKbps ?? double.NaN,
            TunUnavailable = unavailable,
        };
    }

    private (TunTimingCheck? Figures, string? Unavailable) MeasureTun(CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux())
            return (null, "only available on Linux");
        try
        {
            return (TunTimingCheck.Measure(each, cancellation), null);
        }
        catch (HostException exception)
        {
            return (null, exception.Message);
        }
    }
}
