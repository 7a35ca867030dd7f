using System.CommandLine;

namespace Mongoose.Testbed.Commands;

/// <summary>The program's verbs.</summary>
internal static class TestbedCommand
{
    private const string Description = """
        Demonstrates and measures the effect of Mongoose on the circuits of an OpenSimulator region.

        Examples (mongoose-testbed stands for: dotnet run -c Release --project lab/Mongoose.Testbed --):
          mongoose-testbed                                    run the demo, 40 s
          mongoose-testbed --quick                            run a shorter demo, 15 s
          mongoose-testbed --throttle 500 --rtt 200 --loss 1  run the demo with another circuit
          mongoose-testbed --json - | jq '.[].summary["mongoose.goodputKbps"].mean'  print a figure for scripts
          mongoose-testbed --csv out --report out/demo.html   write tables and the report to a directory
          mongoose-testbed run circuit-against-reno           simulate a scenario; "list" shows all of them
          mongoose-testbed report results                     draw all results in a directory on one page
          mongoose-testbed gateway --down 12M --up 1M --queue codel  run a gateway for other programs (Linux, root)
          mongoose-testbed opensim --bin ~/opensim/bin        run the demo in a real OpenSimulator
          mongoose-testbed check --bin ~/opensim/bin          check that OpenSimulator against the region module
          mongoose-testbed selfcheck                          measure how precise real-time runs are on this host

        Exit codes: 0 success, 1 a run failed or a result is not as expected, 2 invalid command line, 105 interrupted (what was measured up to then is saved).
        """;

    /// <summary>The root command with all verbs. To add one, add a line.</summary>
    public static RootCommand Create()
    {
        DemoCommand demo = new();
        RootCommand root = new(Description)
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
        demo.AddTo(root); // Without a verb, the program runs the demo.
        return root;
    }
}
