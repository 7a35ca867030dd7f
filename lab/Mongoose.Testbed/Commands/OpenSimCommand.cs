using System.CommandLine;
using Mongoose.Simulators;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of the demo in a real OpenSimulator.</summary>
internal sealed class OpenSimCommand
{
    private static readonly DemoScenario Defaults = new() { ThrottlesKbps = [1500], LineKbps = 0, OpenSimClients = 1 };

    private readonly Option<string> _bin = new("--bin")
    {
        Description = $"The bin/ of an OpenSimulator, which is not modified (default: ${OpenSimBin.Variable}, else ~/opensim/bin)",
        HelpName = PathOption.DirectoryName,
        DefaultValueFactory = _ => OpenSimBin.DefaultDirectory,
    };

    private readonly Option<string> _module = new("--module")
    {
        Description = "Directory with the region module, copied over bin/ for the region with Mongoose",
        HelpName = PathOption.DirectoryName,
        DefaultValueFactory = _ => ReleaseTree.Directory,
    };

    private readonly Option<int> _clients =
        RangedOption.Integer("--clients", "Number of viewers that download textures from each server", 1, 1, 50);

    private readonly Option<int> _port = RangedOption.Integer("--port", "TCP and UDP port of the stock OpenSimulator; "
        + "the one with Mongoose uses the next port. 0: any free ports", 0, 0, 65_534);

    private readonly WorkloadOptions _workload = new(Defaults, "mongoose-opensim.html");

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("opensim", "Run the demo in a real OpenSimulator: two temporary standalones, "
            + "one stock and one with the region module.") { _bin, _module, _clients };
        _workload.AddTo(command, _port);
        command.SetAction(Run);
        return command;
    }

    private static string Quoted(string path) => path.Contains(' ') ? $"\"{path}\"" : path;

    private int Run(ParseResult parsed)
    {
        string module = parsed.GetValue(_module)!;
        ModuleFile[] files = ModuleFile.TreeOf(module);
        // If the default directory has no module, stock runs alone. A directory named by the user must have the module.
        if (files.Length == 0 && parsed.GetResult(_module) is { Implicit: false })
            return Failure.Report($"{module} does not contain the module: {ModuleFile.Assembly} is missing", ExitCode.Usage);
        try
        {
            OpenSimInstallation installation = new(OpenSimBin.At(parsed.GetValue(_bin)!), module);
            DemoScenario demo = _workload.Read(parsed, Defaults with
            {
                OpenSimClients = parsed.GetValue(_clients),
                HasMongoose = files.Length > 0,
                Port = parsed.GetValue(_port),
            });
            ScenarioOutputs outputs = _workload.ReadOutputs(parsed);
            if (!demo.HasMongoose)
            {
                outputs.Text.WriteLine(
                    $"There is no {ModuleFile.Assembly} in {module} (a Release build of the solution puts it there): running stock alone.");
            }
            return new RunVerb(outputs)
            {
                Files = () => [demo.File()],
                Command = $"opensim --bin {Quoted(installation.Bin.Directory)} --module {Quoted(module)} {demo.Arguments}",
                Installation = installation,
            }.Run();
        }
        catch (OpenSimException exception)
        {
            return Failure.Report($"{exception.Message}; set --bin or {OpenSimBin.Variable}", ExitCode.Usage);
        }
    }
}
