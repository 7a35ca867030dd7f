using System.CommandLine;

namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class ProgramHelpTests
{
    [Test]
    public void Examples_are_below_the_options() =>
        Assert.That(Help(), Is.EqualTo("Does a thing. | --loud | A verb. | An example. | Another."));

    [Test]
    public void A_verb_has_its_own_examples() => Assert.That(Help("verb"), Is.EqualTo("A verb. | Its example."));

    [Test]
    public void A_command_without_a_description_has_help() => Assert.That(Help("plain"), Is.EqualTo("plain [options]"));

    [Test]
    public void Help_is_shown_whatever_else_is_wrong() => Assert.That(Help("verb", "surplus"), Is.EqualTo("A verb. | Its example."));

    /// <summary>The parts of the help that the commands below provide, in their order.</summary>
    private static string Help(params string[] arguments)
    {
        Command verb = new("verb", "A verb.\n\nIts example.");
        verb.SetAction(_ => ExitCode.Good);
        RootCommand root = new("Does a thing.\r\n\r\nAn example.\r\n\r\nAnother.")
        {
            new Option<bool>("--loud"), verb, new Command("plain"),
        };
        using StringWriter output = new();
        int code = new CommandProgram("mongoose-x").Run(root, [.. arguments, "--help"], output, TextWriter.Null);
        Assert.That(code, Is.Zero);
        string text = output.ToString();
        string[] parts = ["plain [options]", "Does a thing.", "--loud", "A verb.", "Its example.", "An example.", "Another."];
        return string.Join(" | ", parts.Where(text.Contains).OrderBy(text.IndexOf));
    }
}
