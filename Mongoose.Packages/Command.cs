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
    public static Command Run(string program, string directory, params string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments) { WorkingDirectory = directory, RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using Process process = Process.Start(start)!;
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return new Command(process.ExitCode, output, errors.GetAwaiter().GetResult());
        }
        catch (Win32Exception exception)
        {
            return new Command(NotFound, "", $"cannot start {program}: {exception.Message}");
        }
    }
}
