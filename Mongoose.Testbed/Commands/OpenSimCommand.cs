using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of a run in a real OpenSimulator.</summary>
internal sealed class OpenSimCommand
{
    private const string Solution = "OpenSim.Region.Mongoose.sln";

    private readonly Option<string> _bin = new("--bin")
    {
        Description = $"The bin/ of an OpenSimulator; nothing in it is changed (default: ${OpenSimBin.Variable}, else ~/opensim/bin)",
        HelpName = "dir",
        DefaultValueFactory = _ => OpenSimBin.DefaultDirectory,
    };

    private readonly Option<string> _module = new("--module")
    {
        Description = "What to copy over that bin/ for the second run",
        HelpName = "dir",
        DefaultValueFactory = _ => ReleaseTree(),
    };

    private readonly Option<int> _clients = RangedOption.Whole("--clients", "Viewers that download textures", 1, 1, 50);

    private static readonly double[] DefaultThrottlesKbps = [1500];

    private readonly Option<double[]> _throttle = RangedOption.Numbers("--throttle", "Circuit rates", "kbit/s",
        DefaultThrottlesKbps, 64, StockThrottles.LargestClientMaximum.KilobitsPerSecond);

    private readonly Option<double> _rtt = RangedOption.Number("--rtt", "Round-trip time of the emulated links", "ms", 50, 0, 2000);
    private readonly Option<double> _loss = RangedOption.Number("--loss", "Random loss, each way", "percent", 0, 0, 20);
    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "Length of each run", "s", 12, 2, 3600);
    private readonly Option<int> _seed = RangedOption.Whole("--seed", "Seed of random loss and texture order", 1, 0, 1_000_000);
    private readonly Option<string?> _json = new("--json") { Description = "Write the results as JSON; - is standard output", HelpName = "file" };
    private readonly Option<string?> _csv = new("--csv") { Description = "Write the results as CSV files into a directory", HelpName = "dir" };

    private readonly Option<string> _report = new("--report")
    {
        Description = "Where to write the HTML report",
        HelpName = "file",
        DefaultValueFactory = _ => "mongoose-opensim.html",
    };

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("opensim", "The same in a real OpenSimulator: a throw-away standalone, stock and with the region module.");
        foreach (Option option in (Option[])[_bin, _module, _clients, _throttle, _rtt, _loss, _seconds, _seed, _json, _csv, _report])
            command.Options.Add(option);
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        OpenSimBin bin;
        string module = parsed.GetValue(_module)!;
        try
        {
            bin = OpenSimBin.At(parsed.GetValue(_bin)!);
        }
        catch (OpenSimException exception)
        {
            Console.Error.WriteLine($"mongoose-testbed: {exception.Message}; name one with --bin or {OpenSimBin.Variable}");
            return ExitCode.Usage;
        }
        OpenSimDemoOptions options = new()
        {
            Bin = bin,
            Module = ModuleFile.TreeOf(module),
            ModuleDirectory = module,
            Clients = parsed.GetValue(_clients),
            Throttles = RangedOption.ValueOr(parsed, _throttle, DefaultThrottlesKbps).Distinct().Select(DataRate.FromKilobitsPerSecond).ToArray(),
            RoundTrip = Duration.FromMilliseconds(parsed.GetValue(_rtt)),
            Loss = parsed.GetValue(_loss) / 100,
            Length = Duration.FromSeconds(parsed.GetValue(_seconds)),
            Seed = parsed.GetValue(_seed),
        };
        return new OpenSimSession(options, new DemoOutputs(parsed.GetValue(_json), parsed.GetValue(_csv), parsed.GetValue(_report)!)).Run();
    }

    /// <summary>The bin/ of the checkout that this program was built in, which a Release build fills; else one beside the program.</summary>
    private static string ReleaseTree()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Solution)))
                return Path.Combine(folder.FullName, "bin");
        }
        return Path.Combine(AppContext.BaseDirectory, "bin");
    }
}
