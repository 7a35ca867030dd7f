using System.ComponentModel;
using System.Diagnostics;

namespace Mongoose.Packages;

/// <summary>Runs a program to its end.</summary>
internal static class Command
{
    /// <returns>The exit code, and what the program wrote to standard output and then to standard error; -1 if there is no such program.</returns>
    public static (int Code, string Output) Run(string program, string directory, params string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments) { WorkingDirectory = directory, RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using Process process = Process.Start(start)!;
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd() + errors.GetAwaiter().GetResult();
            process.WaitForExit();
            return (process.ExitCode, output);
        }
        catch (Win32Exception exception)
        {
            return (-1, exception.Message);
        }
    }
}
