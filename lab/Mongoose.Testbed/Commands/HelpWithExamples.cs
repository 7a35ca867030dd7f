using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Mongoose.Testbed.Commands;

/// <summary>The standard help, followed by examples and exit codes.</summary>
internal sealed class HelpWithExamples(HelpAction help) : SynchronousCommandLineAction
{
    private const string Text = """
        Examples (mongoose-testbed stands for: dotnet run -c Release --project lab/Mongoose.Testbed --):
          mongoose-testbed                                    run the demo, 40 s
          mongoose-testbed --quick                            run a shorter demo, 15 s
          mongoose-testbed --throttle 500 --rtt 200 --loss 1  run the demo with another circuit
          mongoose-testbed --json - | jq '.[].summary["mongoose.goodputKbps"].mean'  print a figure for scripts
          mongoose-testbed --csv out --report out/demo.html   write tables and the report to a directory
          mongoose-testbed run circuit-against-reno           simulate a scenario; "list" shows all of them
          mongoose-testbed run circuit-alone --clock real --out results   run it on real packets
          mongoose-testbed report results                     draw all results in a directory on one page
          mongoose-testbed run gateway --report gateway.html  simulate the effect of a home gateway's queue on a game
          mongoose-testbed matrix paper-matrix/fairness --shard 0/3   run every third run of a matrix, on the first of three machines
          mongoose-testbed merge paper-matrix/fairness fairness.sim.*-of-3.csv --csv fairness.csv   join the rows of all three
          mongoose-testbed gateway --down 12M --up 1M --queue codel  run a gateway for other programs (Linux, root)
          mongoose-testbed gateway --down 19M --queue fifo --clamp 19M  limit the windows of downloads, so that they leave the queue empty
          mongoose-testbed state --down 256k --loss 3 --peer verse,tcp,udp  share moving particles by three transports
          mongoose-testbed opensim --bin ~/opensim/bin        run the demo in a real OpenSimulator
          mongoose-testbed check --bin ~/opensim/bin          check that OpenSimulator against the region module
          mongoose-testbed selfcheck                          measure how precise real-time runs are on this host

        Exit codes: 0 success, 1 a run failed or a result is not as expected, 2 invalid command line, 105 interrupted (what was measured up to then is saved).
        """;

    /// <summary>Help is shown whatever else is wrong.</summary>
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        int code = help.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output.Write($"{Text}{Environment.NewLine}");
        return code;
    }
}
