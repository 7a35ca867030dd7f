namespace Mongoose.Runtime.CommandLine;

/// <summary>Runs a program from its arguments to its exit code.</summary>
public static class ProgramRun
{
    /// <summary>
    /// Runs a program. An exception that the program does not expect, such as one for a host without free file descriptors, becomes a line on standard error,
    /// with a stack trace if it is a fault of the program: .NET would abort the process with a signal, which is no documented exit code.
    /// </summary>
    /// <param name="name">The program's name, for the line.</param>
    /// <param name="error">Standard error.</param>
    /// <param name="run">The program; returns one of <see cref="ExitCode"/>.</param>
    public static int Guarded(string name, TextWriter error, Func<int> run)
    {
        try
        {
            return run();
        }
        catch (Exception exception)
        {
            Report(name, error, exception);
            return ExitCode.Runtime;
        }
    }

    private static void Report(string name, TextWriter error, Exception exception)
    {
        try
        {
            foreach (string line in Fault.Lines("", exception))
                error.WriteLine($"{name}: {line}");
        }
        catch (Exception unwritten) when (unwritten is IOException or ObjectDisposedException)
        {
            // A disk is full, or the host has so few descriptors that .NET cannot load what writes to a console: the exit code says enough.
        }
    }
}
