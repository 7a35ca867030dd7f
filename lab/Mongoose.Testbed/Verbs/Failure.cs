using Mongoose.Runtime.Hosts;
using Mongoose.Simulators;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Testbed.Verbs;

/// <summary>Error messages of failures that stop the program, or that make it skip some of its work.</summary>
internal static class Failure
{
    /// <summary>The program, with whose name messages begin.</summary>
    public static readonly CommandProgram Program = new("mongoose-testbed");

    /// <summary>Writes each line of the message to standard error; returns the exit code.</summary>
    public static int Report(Exception exception, int code) => Report(exception.Message, code);

    /// <inheritdoc cref="Report(Exception, int)"/>
    public static int Report(string message, int code) => Report(message.Split('\n'), code);

    /// <summary>Writes each problem to standard error, one per line; returns the exit code.</summary>
    public static int Report(IEnumerable<string> problems, int code) => Program.Fail(Console.Error, problems, code);

    /// <summary>Calls the function, and reports what is wrong with its input or with this host.</summary>
    /// <returns>The function's exit code, or that of the failure.</returns>
    public static int Guard(Func<int> run)
    {
        try
        {
            return run();
        }
        catch (Exception e) when (e is ScenarioException or FileNotFoundException or ResultFormatException)
        {
            return Report(e, ExitCode.Usage);
        }
        catch (Exception e) when (e is OutputException or HostException or OpenSimException or IOException or TimeoutException)
        {
            return Report(e, ExitCode.Runtime);
        }
    }
}
