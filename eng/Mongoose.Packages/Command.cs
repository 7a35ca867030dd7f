using System.ComponentModel;
using System.Diagnostics;

namespace Mongoose.Packages;

/// <summary>How a program ended.</summary>
/// <param name="Code">The exit code; <see cref="NotFound"/> if there is no such program.</param>
/// <param name="Output">Standard output.</param>
/// <param name="Errors">Standard error.</param>
internal sealed record Command(int Code, string Output, string Errors)
{
    public const int NotFound = -1;

    /// <summary>Runs a program to its end.</summary>
    /// <param name="directory">The program's working directory.</param>
    /// <param name="stop">Ends the program and all that it has started.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was requested.</exception>
    public static Command Run(string program, string directory, string[] arguments, CancellationToken stop = default)
    {
        ProcessStartInfo start =
            new(program, arguments) { WorkingDirectory = directory, RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using Process process = Process.Start(start)!;
            using CancellationTokenRegistration ending = stop.Register(() => process.Kill(entireProcessTree: true));
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            stop.ThrowIfCancellationRequested();
            return new Command(process.ExitCode, output, errors.GetAwaiter().GetResult());
        }
        catch (Win32Exception exception)
        {
            return new Command(NotFound, "", $"cannot start {program}: {exception.Message}");
        }
    }
}
