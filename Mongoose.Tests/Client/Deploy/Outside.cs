using System.Diagnostics;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>Programs of the host.</summary>
internal static class Outside
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Runs a program, and returns its output; the test fails if the program does.</summary>
    public static string Run(params string[] command)
    {
        (int code, string output) = Try(command);
        Assert.That(code, Is.Zero, $"{string.Join(' ', command)}\n{output}");
        return output;
    }

    /// <summary>Runs a program, and returns its exit value and all that it printed.</summary>
    public static (int Code, string Output) Try(params string[] command)
    {
        using Process process = Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        if (process.WaitForExit(Patience))
            return (process.ExitCode, output + errors.Result);
        process.Kill(entireProcessTree: true);
        throw new TimeoutException($"{string.Join(' ', command)} did not end within {Patience.TotalSeconds:0} s");
    }
}
