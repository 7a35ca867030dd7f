using System.CommandLine;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "schema": the JSON schema of scenario files, for editors.</summary>
internal sealed class SchemaCommand
{
    private readonly Option<string> _out = new("--out")
    {
        Description = "The file to write; - for standard output",
        HelpName = "file",
        DefaultValueFactory = _ => JsonFile.StandardOutput,
    };

    /// <summary>The schema's text.</summary>
    public static string Text => SettingSchema.Write(typeof(Scenario), "A scenario of mongoose-testbed");

    public Command Create()
    {
        Command command = new("schema", "Write the JSON schema of scenario files, for completion and validation in editors.");
        command.Options.Add(_out);
        command.SetAction(parsed =>
        {
            try
            {
                JsonFile.Write(Text, parsed.GetValue(_out)!, parsed.InvocationConfiguration.Output);
                return ExitCode.Good;
            }
            catch (OutputException e)
            {
                return Failure.Report(e, ExitCode.Runtime);
            }
        });
        return command;
    }
}
