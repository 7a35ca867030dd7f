using System.ComponentModel;
using System.Net.Sockets;

namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class ProgramRunTests
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

    [Test]
    public void A_fault_of_the_program_has_its_type_and_its_stack_trace()
    {
        (int code, string errors) = Run(new InvalidOperationException("empty\nsequence"));
        string[] lines = errors.TrimEnd().Split(Environment.NewLine);
        Assert.That((code, lines[0]), Is.EqualTo((ExitCode.Runtime, "mongoose-x: InvalidOperationException: empty sequence")));
        Assert.That(lines[1..], Is.Not.Empty.And.All.StartsWith("mongoose-x:    at "), "no line of the message a second time");
        Assert.That(lines[^1], Does.Contain(nameof(ProgramRun.Guarded)));
    }

    [Test]
    public void A_fault_within_a_fault_has_a_line_before_the_stack_trace()
    {
        string[] lines = Run(new InvalidOperationException("outer", new FormatException("two\nlines"))).Errors.Split(Environment.NewLine);
        Assert.That(lines[1], Is.EqualTo("mongoose-x:  ---> FormatException: two lines"));
    }

    private static (int Code, string Errors) Run(Exception exception)
    {
        using StringWriter errors = new();
        return (ProgramRun.Guarded("mongoose-x", errors, () => throw exception), errors.ToString());
    }
}
