using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "selfcheck": measures how precise real-time runs are on this host.</summary>
internal sealed class SelfCheckCommand
{
    private readonly Option<double> _seconds =
        RangedOption.Number("--seconds", "How long to test each rate on the TUN link", "s", 1, 0.2, 60);

    private readonly Option<string?> _json = PathOption.File("--json", "Write the results as JSON; - for standard output");

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("selfcheck",
            "Measure how precisely this host keeps time and forwards packets. Exit code 1 if results would not be trustworthy.")
        {
            _seconds, _json,
        };
        command.SetAction(parsed => new SelfCheckVerb(Duration.FromSeconds(parsed.GetValue(_seconds)), parsed.GetValue(_json)).Run());
        return command;
    }
}
