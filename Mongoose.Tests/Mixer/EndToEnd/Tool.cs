using System.Diagnostics;
using System.Globalization;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>A process of a program that others wrote. Disposing it always ends the process.</summary>
internal sealed class Tool : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(40);

    private readonly string _command;
    private readonly Process _process;
    private readonly Task<string> _output, _errors;

    private Tool(string folder, string command)
    {
        _command = command;
        _process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", $"exec {command}"])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _process.StandardInput.Close();
        (_output, _errors) = (_process.StandardOutput.ReadToEndAsync(), _process.StandardError.ReadToEndAsync());
    }

    /// <summary>Starts a command line of the shell.</summary>
    public static Tool Start(string folder, string command) =>
        new(folder, command.Replace("ffmpeg ", "ffmpeg -nostdin -y -loglevel error ", StringComparison.Ordinal));

    /// <summary>Waits until it ends by itself, without an error.</summary>
    public async Task Finish()
    {
        (int code, string said) = await End();
        Assert.That(code, Is.Zero, $"{_command}\n{said}");
    }

    /// <summary>Ends it as Ctrl-C does, so that it finishes its file.</summary>
    public async Task Interrupt()
    {
        HostProgram.SkipWithout("kill");
        using (Process kill = Process.Start("kill", ["-INT", _process.Id.ToString(CultureInfo.InvariantCulture)]))
            await kill.WaitForExitAsync();
        await End();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private async Task<(int, string)> End()
    {
        using CancellationTokenSource limit = new(Patience);
        await _process.WaitForExitAsync(limit.Token);
        return (_process.ExitCode, await _output + await _errors);
    }
}
