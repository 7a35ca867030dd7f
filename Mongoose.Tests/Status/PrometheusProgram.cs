using System.Diagnostics;

namespace Mongoose.Tests.Status;

/// <summary>The host's Prometheus and promtool; without them, tests are skipped.</summary>
internal static class PrometheusProgram
{
    public const string HowToInstall = "Prometheus is not installed. Install it: apt install prometheus";

    /// <summary>The path of <c>prometheus</c> or <c>promtool</c>; if there is none, the test is skipped.</summary>
    public static string FindOrSkip(string name)
    {
        string? path = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        if (path is null)
            Assert.Ignore(HowToInstall);
        return path!;
    }

    /// <summary>Runs promtool to its end.</summary>
    /// <param name="input">What it reads from its standard input.</param>
    /// <param name="deadline">When to give up; the process is ended then.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <returns>Its exit code; what it wrote.</returns>
    public static async Task<(int Code, string Output)> Promtool(string input, CancellationToken deadline, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(FindOrSkip("promtool"), arguments)
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
