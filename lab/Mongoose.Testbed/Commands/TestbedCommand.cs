using System.CommandLine;
using System.CommandLine.Help;

namespace Mongoose.Testbed.Commands;

/// <summary>The program's verbs.</summary>
internal static class TestbedCommand
{
    /// <summary>The root command with all verbs. To add one, add a line.</summary>
    public static RootCommand Create()
    {
        DemoCommand demo = new();
        RootCommand root = new("Demonstrates and measures the effect of Mongoose on the circuits of an OpenSimulator region.")
        {
            demo.Create(),
            new RunCommand().Create(),
            ListCommand.Create(),
            new MatrixCommand().Create(),
            new MergeCommand().Create(),
            new CompareCommand().Create(),
            new ReportCommand().Create(),
            new GatewayCommand().Create(),
            new StateCommand().Create(),
            new VoiceCommand().Create(),
            new OpenSimCommand().Create(),
            new CheckCommand().Create(),
            new SelfCheckCommand().Create(),
            SchemaCommand.Create(),
        };
        demo.AddTo(root); // The demo is what the program does without a verb.
        HelpOption help = root.Options.OfType<HelpOption>().Single();
        help.Action = new HelpWithExamples((HelpAction)help.Action!);
        return root;
    }
}
