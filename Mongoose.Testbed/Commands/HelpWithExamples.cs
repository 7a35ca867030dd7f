using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Mongoose.Testbed.Commands;

/// <summary>The usual help, then examples and exit codes.</summary>
internal sealed class HelpWithExamples(HelpAction help) : SynchronousCommandLineAction
{
    private const string Text = """
        Examples (mongoose-testbed is dotnet run -c Release --project Mongoose.Testbed --):
          mongoose-testbed                                    the demo, 40 s
          mongoose-testbed --quick                            a first look, 15 s
          mongoose-testbed --throttle 500 --rtt 200 --loss 1  another circuit
          mongoose-testbed --json - | jq '.[].summary["mongoose.goodputKbps"].mean'  for scripts
          mongoose-testbed --csv out --report out/demo.html   figures and report in a directory
          mongoose-testbed run circuit-against-reno           a scenario, simulated; list shows all
          mongoose-testbed run circuit-alone --clock real --out results   the same on real packets
          mongoose-testbed report results                     one page of what is there
          mongoose-testbed run gateway --report gateway.html  what a home gateway's queue does to a game, simulated
          mongoose-testbed gateway --down 12M --up 1M --queue codel  a gateway for other programs (Linux, root)
          mongoose-testbed opensim --bin ~/opensim/bin        the same in a real OpenSimulator
          mongoose-testbed check --bin ~/opensim/bin          has that one what the region module needs
          mongoose-testbed selfcheck                          how exact real packets are on this host

        Exit codes: 0 good, 1 failed while running or does not match, 2 wrong command line, 105 interrupted (what was measured is written).
        """;

    public override int Invoke(ParseResult parseResult)
    {
        int code = help.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output.WriteLine(Text);
        return code;
    }
}
