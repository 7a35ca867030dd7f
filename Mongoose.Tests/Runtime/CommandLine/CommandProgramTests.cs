using System.CommandLine;
using System.ComponentModel;
using System.Net.Sockets;

namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class CommandProgramTests
{
    private static readonly Exception[] OfHost =
    [
        new IOException("no space left"), new UnauthorizedAccessException("access denied"),
        new SocketException((int)SocketError.TooManyOpenSockets),
        new Win32Exception(2), new NotSupportedException("no libopus"), new OutOfMemoryException("out of memory"),
    ];

    [TestCaseSource(nameof(OfHost))]
    public void An_error_of_the_host_is_one_line_and_exit_code_1(Exception exception) =>
        Assert.That(Run(exception), Is.EqualTo((ExitCode.Runtime, $"mongoose-x: {exception.Message}{Environment.NewLine}")));

    [Test]
    public void An_error_of_the_host_within_an_initialisation_is_that_error() => Assert.That(
        Run(new TypeInitializationException("Sockets", new IOException("too many open files"))),
        Is.EqualTo((ExitCode.Runtime, $"mongoose-x: too many open files{Environment.NewLine}")));

    /// <summary>Without free descriptors, .NET cannot open the terminal.</summary>
    [Test]
    public void A_console_that_cannot_be_opened_changes_no_exit_code()
    {
        using UnopenedWriter errors = new();
        CommandProgram program = new("mongoose-x");
        Assert.That(program.Fail(errors, "a message", ExitCode.NoPeer), Is.EqualTo(ExitCode.NoPeer));
        Assert.That(program.Guarded(errors, () => throw new IOException("too many open files")), Is.EqualTo(ExitCode.Runtime));
    }

    [Test]
    public void A_fault_of_the_program_has_its_type_and_its_stack_trace()
    {
        (int code, string errors) = Run(new InvalidOperationException("empty\nsequence"));
        string[] lines = errors.TrimEnd().Split(Environment.NewLine);
        Assert.That((code, lines[0]), Is.EqualTo((ExitCode.Runtime, "mongoose-x: InvalidOperationException: empty sequence")));
        Assert.That(lines[1..], Is.Not.Empty.And.All.StartsWith("mongoose-x:    at "), "no line of the message a second time");
        Assert.That(lines[^1], Does.Contain(nameof(CommandProgram.Guarded)));
    }

    [Test]
    public void A_fault_within_a_fault_has_a_line_before_the_stack_trace()
    {
        string[] lines = Run(new InvalidOperationException("outer", new FormatException("two\nlines"))).Errors.Split(Environment.NewLine);
        Assert.That(lines[1], Is.EqualTo("mongoose-x:  ---> FormatException: two lines"));
    }

    [Test]
    public void A_wrong_command_line_has_its_problems_and_where_to_find_help()
    {
        (int code, string errors) = Run("--json", "a", "--colour", "red");
        Assert.That((code, errors.TrimEnd().Split(Environment.NewLine)), Is.EqualTo((ExitCode.Usage, new[]
        {
            "mongoose-x: Unrecognized command or argument '--colour'.",
            "mongoose-x: Unrecognized command or argument 'red'.",
            "mongoose-x: --help shows all options",
        })).Using<(int Code, string[] Lines)>((a, b) => a.Code == b.Code && a.Lines.SequenceEqual(b.Lines)));
    }

    [TestCase("--json --quiet", "--json: a file is missing before --quiet (for a file of this name, write --json=--quiet)")]
    [TestCase("-j --x", "-j: a file is missing before --x (for a file of this name, write -j=--x)")]
    [TestCase("--csv -j", "--csv: a directory is missing before -j (for a directory of this name, write --csv=-j)")]
    [TestCase("--csv --quiet", "--csv: a directory is missing before --quiet (for a directory of this name, write --csv=--quiet)")]
    [TestCase("verb --json --quiet", "--json: a file is missing before --quiet (for a file of this name, write --json=--quiet)")]
    public void An_option_is_no_path(string arguments, string problem)
    {
        (int code, string errors) = Run(arguments.Split(' '));
        Assert.That((code, errors.Split(Environment.NewLine)[0]), Is.EqualTo((ExitCode.Usage, $"mongoose-x: {problem}")));
    }

    [TestCase("--json=--quiet")]
    [TestCase("--json:--quiet")]
    [TestCase("-j=--quiet")]
    [TestCase("--json - --csv -x")]
    [TestCase("--name --quiet")]
    [TestCase("verb --json=--quiet")]
    public void A_path_that_is_joined_to_its_option_may_begin_as_an_option_does(string arguments) =>
        Assert.That(Run(arguments.Split(' ')), Is.EqualTo((ExitCode.Good, "")));

    private static (int Code, string Errors) Run(params string[] arguments)
    {
        RootCommand root = new("test");
        Command verb = new("verb", "test");
        foreach (Command command in (Command[])[root, verb])
        {
            command.Options.Add(new Option<string?>("--json", "-j") { HelpName = "file" });
            command.Options.Add(new Option<string?>("--csv") { HelpName = "dir" });
            command.Options.Add(new Option<string?>("--name"));
            command.Options.Add(new Option<bool>("--quiet"));
            command.SetAction(_ => ExitCode.Good);
        }
        root.Subcommands.Add(verb);
        using StringWriter errors = new();
        return (new CommandProgram("mongoose-x").Run(root, arguments, TextWriter.Null, errors), errors.ToString());
    }

    private static (int Code, string Errors) Run(Exception exception)
    {
        using StringWriter errors = new();
        return (new CommandProgram("mongoose-x").Guarded(errors, () => throw exception), errors.ToString());
    }

    private sealed class UnopenedWriter : StringWriter
    {
        private const int TooManyOpenFiles = 24;

        public override void WriteLine(string? value) => throw new Win32Exception(TooManyOpenFiles);
    }
}
