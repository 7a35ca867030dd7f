using System.Diagnostics;
using System.Globalization;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The testbed, or another program of the project, as its users start it; gone, whatever happens, when the test is over.</summary>
internal sealed class TestbedProcess : IDisposable
{
    private const int Interrupt = 2;

    private readonly Process _process;
    private readonly Task<string> _output;

    public TestbedProcess(string workingDirectory, params string[] arguments)
        : this(workingDirectory, [], arguments)
    {
    }

    /// <param name="workingDirectory">Where it starts.</param>
    /// <param name="starter">The command that starts it, such as one that takes privileges away.</param>
    /// <param name="arguments">Its own.</param>
    /// <param name="program">What is started, if not the testbed.</param>
    public TestbedProcess(string workingDirectory, string[] starter, string[] arguments, string program = "mongoose-testbed.dll")
    {
        string[] command =
        [
            .. starter,
            Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet",
            Path.Combine(TestContext.CurrentContext.TestDirectory, program),
            .. arguments,
        ];
        ProcessStartInfo start = new(command[0], command[1..])
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["DOTNET_ROLL_FORWARD"] = "Major";
        _process = Process.Start(start)!;
        _output = _process.StandardOutput.ReadToEndAsync();
    }

    public int Id => _process.Id;

    /// <summary>Starts it and waits for its end.</summary>
    public static async Task<(int Code, string Output, string[] Errors)> Run(
        string workingDirectory, CancellationToken deadline, params string[] arguments)
    {
        using TestbedProcess process = new(workingDirectory, arguments);
        return await process.Finish(deadline);
    }

    public async Task<(int Code, string Output, string[] Errors)> Finish(CancellationToken deadline)
    {
        string errors = await _process.StandardError.ReadToEndAsync(deadline);
        string output = await _output.WaitAsync(deadline);
        await _process.WaitForExitAsync(deadline);
        return (_process.ExitCode, output, errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }

    /// <summary>Reads standard error up to the first line that contains <paramref name="text"/>.</summary>
    public async Task WaitForError(string text, CancellationToken deadline)
    {
        while (await _process.StandardError.ReadLineAsync(deadline) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal))
                return;
        }
        Assert.Fail($"ended without saying \"{text}\"");
    }

    /// <summary>As Ctrl-C does, or as a service manager does where whoever started the tests has interrupts ignored.</summary>
    public void Stop()
    {
        string mask = File.ReadLines($"/proc/{_process.Id}/status").First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal));
        bool ignored = (ulong.Parse(mask.AsSpan(7).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> (Interrupt - 1) & 1) != 0;
        using Process kill = Process.Start("kill", [ignored ? "-TERM" : "-INT", _process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    /// <summary>Without giving it a chance to clean up.</summary>
    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }
}
