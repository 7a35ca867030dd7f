using System.CommandLine;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of a run in a real OpenSimulator.</summary>
internal sealed class OpenSimCommand
{
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
        DefaultValueFactory = _ => ReleaseTree.Directory,
    };

    private readonly Option<int> _clients = RangedOption.Whole("--clients", "Viewers that download textures", 1, 1, 50);

    private readonly Option<int> _port = RangedOption.Whole("--port", "TCP and UDP port of the OpenSimulator; 0 takes a free one", 0, 0, 65_535);

    private readonly WorkloadOptions _workload = new(new Workload().Config, "mongoose-opensim.html");

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("opensim", "The same in a real OpenSimulator: a throw-away standalone, stock and with the region module.");
        command.Options.Add(_bin);
        command.Options.Add(_module);
        command.Options.Add(_clients);
        _workload.AddTo(command, _port);
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        string module = parsed.GetValue(_module)!;
        ModuleFile[] files = ModuleFile.TreeOf(module);
        // Without the default one stock is run alone; one that was named is wanted.
        if (files.Length == 0 && parsed.GetResult(_module) is { Implicit: false })
            return Failure.Tell($"{module} does not hold the module: {ModuleFile.Assembly} is not there", ExitCode.Usage);
        try
        {
            OpenSimDemoOptions options = _workload.Read(parsed, new OpenSimDemoOptions
            {
                Bin = OpenSimBin.At(parsed.GetValue(_bin)!),
                Module = files,
                ModuleDirectory = module,
                Clients = parsed.GetValue(_clients),
                Port = parsed.GetValue(_port),
            });
            return new OpenSimSession(options, _workload.ReadOutputs(parsed)).Run();
        }
        catch (OpenSimException exception)
        {
            return Failure.Tell($"{exception.Message}; name one with --bin or {OpenSimBin.Variable}", ExitCode.Usage);
        }
    }
}
