using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Hosts;

/// <summary>
/// A process of the testbed or another program of the project, started as its users start it. Disposing it always ends the process.
/// </summary>
internal sealed class ProgramProcess : IDisposable
{
    private const int Interrupt = 2;

    private readonly Process _process;
    private readonly StringBuilder _printed = new();
    private readonly Task<string> _output;

    public ProgramProcess(string workingDirectory, params string[] arguments)
        : this(workingDirectory, [], arguments)
    {
    }

    /// <param name="starter">The command that starts the program, such as a command that drops privileges.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <param name="program">The program to start, if not the testbed.</param>
    public ProgramProcess(string workingDirectory, string[] starter, string[] arguments, string program = "mongoose-testbed.dll")
    {
        string[] command =
        [
            .. starter,
            HostProgram.Dotnet,
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
        _output = ReadOutput();
    }

    public int Id => _process.Id;

    /// <summary>Starts the program and waits for its end.</summary>
    public static async Task<(int Code, string Output, string[] Errors)> Run(
        string workingDirectory, CancellationToken deadline, params string[] arguments)
    {
        using ProgramProcess process = new(workingDirectory, arguments);
        return await process.Finish(deadline);
    }

    public async Task<(int Code, string Output, string[] Errors)> Finish(CancellationToken deadline)
    {
        string errors = await _process.StandardError.ReadToEndAsync(deadline);
        string output = await _output.WaitAsync(deadline);
        await _process.WaitForExitAsync(deadline);
        return (_process.ExitCode, output, errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }

    /// <summary>Waits until standard output matches a regular expression, and returns the output so far.</summary>
    public async Task<string> WaitForOutput([StringSyntax(StringSyntaxAttribute.Regex)] string pattern, CancellationToken deadline)
    {
        while (true)
        {
            bool ended = _output.IsCompleted;
            string printed = Printed();
            if (Regex.IsMatch(printed, pattern))
                return printed;
            Assert.That(ended, Is.False, $"the process ended without printing \"{pattern}\"");
            await Task.Delay(20, deadline);
        }
    }

    /// <summary>Reads standard error up to the first line that contains <paramref name="text"/>.</summary>
    public async Task WaitForError(string text, CancellationToken deadline)
    {
        while (await _process.StandardError.ReadLineAsync(deadline) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal))
                return;
        }
        Assert.Fail($"the process ended without printing \"{text}\"");
    }

    /// <summary>
    /// Interrupts the process like Ctrl-C, or terminates it as a service manager does if the environment of the tests ignores interrupts.
    /// </summary>
    public void Stop()
    {
        string mask = File.ReadLines($"/proc/{_process.Id}/status").First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal));
        bool ignored =
            (ulong.Parse(mask.AsSpan(7).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> (Interrupt - 1) & 1) != 0;
        Signal(ignored ? "-TERM" : "-INT");
    }

    /// <summary>Asks the process to end, as a service manager does.</summary>
    public void Terminate() => Signal("-TERM");

    /// <summary>Kills the process without giving it a chance to clean up.</summary>
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

    /// <summary>Reads all of standard output, so that the process never waits for room in its pipe.</summary>
    private async Task<string> ReadOutput()
    {
        char[] buffer = new char[4096];
        while (await _process.StandardOutput.ReadAsync(buffer) is > 0 and int read)
        {
            lock (_printed)
                _printed.Append(buffer, 0, read);
        }
        return Printed();
    }

    private string Printed()
    {
        lock (_printed)
            return _printed.ToString();
    }

    private void Signal(string signal)
    {
        HostProgram.SkipWithout("kill");
        using Process kill = Process.Start("kill", [signal, _process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }
}
