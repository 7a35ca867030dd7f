using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "selfcheck": how exact real packets are on this host.</summary>
internal sealed class SelfCheckCommand
{
    private readonly Option<double> _seconds =
        RangedOption.Number("--seconds", "How long each rate is tried on the TUN link", "s", 1, 0.2, 60);

    private readonly Option<string?> _json = new("--json") { Description = "The results as JSON; - is standard output", HelpName = "file" };

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("selfcheck",
            "How exactly this host keeps time and forwards packets; exit code 1 if results would not be trustworthy.");
        command.Options.Add(_seconds);
        command.Options.Add(_json);
        command.SetAction(parsed => new SelfCheckVerb(Duration.FromSeconds(parsed.GetValue(_seconds)), parsed.GetValue(_json)).Run());
        return command;
    }
}
