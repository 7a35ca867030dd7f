using System.CommandLine;
using System.CommandLine.Help;
using Mongoose.Runtime.Terminals;
using Mongoose.Testbed.Commands;

Terminal.Guard();
return ProgramRun.Guarded("mongoose-testbed", Console.Error, Run);

int Run()
{
    DemoCommand demo = new();
    RootCommand root = new("Demonstrates and measures the effect of Mongoose on the circuits of an OpenSimulator region.");
    Command demoCommand = new("demo", "Run a stock region and a Mongoose region side by side on real UDP packets (the default).");
    demo.AddTo(root);
    demo.AddTo(demoCommand);
    root.Subcommands.Add(demoCommand);
    root.Subcommands.Add(new RunCommand().Create());
    root.Subcommands.Add(ListCommand.Create());
    root.Subcommands.Add(new MatrixCommand().Create());
    root.Subcommands.Add(new MergeCommand().Create());
    root.Subcommands.Add(new CompareCommand().Create());
    root.Subcommands.Add(new ReportCommand().Create());
    root.Subcommands.Add(new GatewayCommand().Create());
    root.Subcommands.Add(new StateCommand().Create());
    root.Subcommands.Add(new VoiceCommand().Create());
    root.Subcommands.Add(new OpenSimCommand().Create());
    root.Subcommands.Add(new CheckCommand().Create());
    root.Subcommands.Add(new SelfCheckCommand().Create());
    root.Subcommands.Add(SchemaCommand.Create());
    HelpOption help = root.Options.OfType<HelpOption>().Single();
    help.Action = new HelpWithExamples((HelpAction)help.Action!);

    ParseResult parsed = root.Parse(args);
    if (parsed.Errors.Count > 0 && parsed.Action is not HelpWithExamples)
    {
        foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
            Console.Error.WriteLine($"mongoose-testbed: {message}");
        Console.Error.WriteLine("mongoose-testbed: --help shows all options");
        return ExitCode.Usage;
    }
    return parsed.Invoke(new InvocationConfiguration { ProcessTerminationTimeout = null, EnableDefaultExceptionHandler = false });
}
