using System.CommandLine;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Settings;

/// <summary>The verb "schema" of a program: the JSON schema of its files, for editors.</summary>
public static class SchemaVerb
{
    /// <param name="program">The program, which reports failures.</param>
    /// <param name="files">The kind of files, such as "scenario files".</param>
    /// <param name="text">The schema.</param>
    public static Command Create(CommandProgram program, string files, string text)
    {
        Option<string> file = new("--out")
        {
            Description = "The file to write; - for standard output",
            HelpName = PathOption.FileName,
            DefaultValueFactory = _ => OutputFile.StandardOutput,
        };
        Command command = new("schema", $"Write the JSON schema of {files}, for completion and validation in editors.");
        command.Options.Add(file);
        command.SetAction(parsed =>
        {
            try
            {
                OutputFile.Write(parsed.GetValue(file)!, text, parsed.InvocationConfiguration.Output);
                return ExitCode.Good;
            }
            catch (OutputException e)
            {
                return program.Fail(parsed.InvocationConfiguration.Error, e.Message, ExitCode.Runtime);
            }
        });
        return command;
    }
}
