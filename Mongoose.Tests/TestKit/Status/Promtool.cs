using System.Diagnostics;

namespace Mongoose.TestKit.Status;

/// <summary>The host's promtool.</summary>
internal static class Promtool
{
    /// <summary>Runs promtool to its end; if there is none, the test is skipped.</summary>
    /// <param name="input">What it reads from its standard input.</param>
    /// <param name="deadline">When to give up; the process is ended then.</param>
    /// <returns>Its exit code; what it wrote.</returns>
    public static async Task<(int Code, string Output)> RunOrSkip(string input, CancellationToken deadline, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(HostProgram.FindOrSkip("promtool").Path, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(deadline), errors = process.StandardError.ReadToEndAsync(deadline);
            await process.StandardInput.WriteAsync(input.AsMemory(), deadline);
            process.StandardInput.Close();
            await process.WaitForExitAsync(deadline);
            return (process.ExitCode, await output + await errors);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }
}
