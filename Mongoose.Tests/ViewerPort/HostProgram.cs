using System.Diagnostics;

namespace Mongoose.Tests.ViewerPort;

/// <summary>A program of the host that the tests of the port need.</summary>
internal sealed record HostProgram(string Path)
{
    /// <summary>The first of <paramref name="names"/> on the PATH; if there is none, the test is skipped.</summary>
    public static HostProgram FindOrSkip(string what, params string[] names)
    {
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(System.IO.Path.PathSeparator);
        string? path = names.SelectMany(name => folders.Select(folder => System.IO.Path.Combine(folder, name))).FirstOrDefault(File.Exists);
        if (path is null)
            Assert.Ignore($"no {what} on the PATH: one of {string.Join(", ", names)}");
        return new HostProgram(path!);
    }

    /// <summary>Runs the program and waits until it has exited successfully.</summary>
    /// <returns>The output of the program.</returns>
    public async Task<string> Run(CancellationToken deadline, params string[] arguments)
    {
        ProcessStartInfo start = new(Path, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(deadline);
            string said = await process.StandardError.ReadToEndAsync(deadline) + await output;
            await process.WaitForExitAsync(deadline);
            Assert.That(process.ExitCode, Is.Zero, $"{Path} {string.Join(' ', arguments)}\n{said}");
            return said;
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
