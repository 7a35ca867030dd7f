using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Gateways;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "gateway": an emulated home gateway that other programs can use.</summary>
internal sealed class GatewayCommand
{
    private const string Description = """
        Emulate a home gateway between two network namespaces, for use by other programs (Linux, root).

        Examples:
          mongoose-testbed gateway --down 12M --up 1M --queue codel
          mongoose-testbed gateway --down 19M --queue fifo --clamp 19M    limit the windows of downloads, so that they leave the queue empty
        """;

    private readonly Option<DataRate> _down = RateOption.Create("--down", "Downstream rate, towards the home", "12M");
    private readonly Option<DataRate> _up = RateOption.Create("--up", "Upstream rate, from the home", "1M");
    private readonly Option<double> _rtt = RangedOption.Number("--rtt", "Round-trip time with empty queues", "ms", 40, 0, 10_000);
    private readonly Option<bool> _ecn = new("--ecn") { Description = "Let TCP on both hosts negotiate ECN" };
    private readonly Option<double> _interval =
        RangedOption.Number("--interval", "Time between two updates of the table", "s", 1, 0.1, 3600);
    private readonly Option<double> _seconds =
        RangedOption.Number("--seconds", "How long the gateway runs; 0: until Ctrl-C", "s", 0, 0, 1e6);

    private readonly Option<string> _queue = new("--queue")
    {
        Description = $"{string.Join(", ", QueueDisciplines.Names)}, or a JSON object as in scenario files: "
            + "'{\"discipline\": \"pie\", \"limitPackets\": 100}'",
        HelpName = "name|JSON",
        DefaultValueFactory = _ => QueueDisciplines.FqCodel,
    };

    private readonly Option<string> _clamp = ClampOption.Create();

    public Command Create()
    {
        Command command = new("gateway", Description)
        {
            _down, _up, _queue, _clamp, _rtt, _ecn, _seconds, _interval,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        try
        {
            GatewayOptions options = new()
            {
                Down = parsed.GetValue(_down),
                Up = parsed.GetValue(_up),
                Queue = QueueOf(parsed.GetValue(_queue)!),
                Clamp = ClampOption.Read(parsed.GetValue(_clamp)!),
                BaseRtt = Duration.FromMilliseconds(parsed.GetValue(_rtt)),
                Ecn = parsed.GetValue(_ecn),
                Interval = Duration.FromSeconds(parsed.GetValue(_interval)),
                Length = parsed.GetValue(_seconds) is > 0 and { } seconds ? Duration.FromSeconds(seconds) : null,
            };
            if (ClampOption.WarningOf(options.Clamp, options.Down) is { } warning)
                Failure.Report(warning, ExitCode.Good);
            return new GatewayVerb(options, Console.Out, terminal: !Console.IsOutputRedirected).Run();
        }
        catch (SettingsException e)
        {
            return Failure.Report(e, ExitCode.Usage);
        }
    }

    private static QueueOptions QueueOf(string text)
    {
        if (JsonOption.IsObject(text))
            return JsonOption.Read("--queue", text, QueueOptions.FromJson);
        QueueOptions named = new() { Discipline = text };
        SettingsCheck.Require(named, "--queue");
        return named;
    }
}
