using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Terminals;
using Mongoose.Testbed.Gateways;

namespace Mongoose.Testbed.Verbs;

/// <summary>
/// Runs the verb "gateway" from options to exit code: a live table in a terminal, lines in a pipe, and totals at the end.
/// </summary>
internal sealed class GatewayVerb(GatewayOptions options, TextWriter text, bool terminal)
{
    private static readonly Duration ProbeLength = Duration.FromMilliseconds(300);

    private readonly GatewayView _view = new(options);
    private GatewayReading? _total;

    public int Run()
    {
        try
        {
            if (!OperatingSystem.IsLinux())
                throw new HostException("a gateway needs Linux");
            using Interruption interruption = new(Interruption.Abort);
            if (RefuseRate(interruption.Token) is { } refusal)
                return Failure.Program.Fail(Console.Error, refusal, ExitCode.Usage);
            using Gateway gateway = new(options);
            Introduce(gateway);
            Watch(gateway, interruption.Token);
            // Without a length, an interrupt is the normal end.
            return interruption.Token.IsCancellationRequested && options.Length is not null ? ExitCode.Interrupted : ExitCode.Good;
        }
        catch (Exception e) when (e is HostException or IOException)
        {
            return Failure.Report(e, ExitCode.Runtime);
        }
    }

    /// <summary>Why this host cannot forward at both rates; null if it can.</summary>
    [SupportedOSPlatform("linux")]
    private string? RefuseRate(CancellationToken cancellation)
    {
        DataRate rate = DataRate.Max(options.Down, options.Up);
        if (TunTimingCheck.Try(rate, ProbeLength, cancellation) is not { } figures || figures.Carried)
            return null;
        double limit = TunTimingCheck.Measure(ProbeLength, cancellation).LimitKbps;
        return $"--{(options.Down >= options.Up ? "down" : "up")} {rate}: this host cannot forward that fast; "
            + $"allowed are 8 kbit/s to {DataRate.FromKilobitsPerSecond(limit)}";
    }

    [SupportedOSPlatform("linux")]
    private void Introduce(Gateway gateway)
    {
        text.WriteLine($"{options.Queue.Discipline}, {options.Queue.Limit}; down {options.Down}, up {options.Up}, "
            + $"base RTT {options.BaseRtt}");
        if (options.Clamp is { } clamp)
            text.WriteLine(ClampText.Intent(clamp));
        foreach ((string what, TunHost host)
            in (ReadOnlySpan<(string, TunHost)>)[("at home", gateway.Home), ("behind the line", gateway.Internet)])
            text.WriteLine($"To run a program {what} ({host.Address.ToEndPoint().Address}):  "
                + $"nsenter --net=/run/netns/{host.Namespace.Name} PROGRAM");
        text.WriteLine(options.Length is { } length ? $"The gateway stops after {length}, or on Ctrl-C." : "Press Ctrl-C to stop.");
    }

    [SupportedOSPlatform("linux")]
    private void Watch(Gateway gateway, CancellationToken cancellation)
    {
        if (terminal)
            RunDisplay<GatewayReading>.ShowTable(text, _view, text.WriteLine, display => Watch(gateway, display, cancellation));
        else
        {
            Write(_view.Headings);
            Watch(gateway, RunDisplay<GatewayReading>.Plain(text, _view, text.WriteLine), cancellation);
        }
        Write(["Total:", .. GatewayView.Total(_total)]);
    }

    [SupportedOSPlatform("linux")]
    private void Watch(Gateway gateway, RunDisplay<GatewayReading> display, CancellationToken cancellation)
    {
        GatewayReading reading;
        do
        {
            Duration left = (options.Length ?? Duration.MaxValue) - (_total?.At ?? Duration.Zero);
            reading = gateway.ReadAfter(Duration.Max(Duration.Zero, Duration.Min(options.Interval, left)), cancellation);
            _total = _total?.With(reading) ?? reading;
            display.Update(reading);
        }
        while (!cancellation.IsCancellationRequested && (options.Length is not { } length || reading.At < length));
    }

    private void Write(IEnumerable<string> lines)
    {
        foreach (string line in lines)
            text.WriteLine(line);
        text.Flush();
    }
}
