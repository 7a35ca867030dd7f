using System.Diagnostics;

namespace Mongoose.Simulators;

/// <summary>
/// Ends a child process and deletes its folder if this process dies without doing so. A shell waits for the end of a pipe that this process
/// holds open: the system closes the pipe however this process dies. Does nothing on Windows.
/// </summary>
public sealed class Watchdog : IDisposable
{
    /// <summary>The program that watches.</summary>
    public const string Shell = "/bin/sh";

    private const string Script = """
        trap '' INT TERM HUP
        read -r word
        [ "$word" = done ] && exit 0
        kill -TERM "$1" 2>/dev/null
        for i in 1 2 3 4 5; do kill -0 "$1" 2>/dev/null || break; sleep 1; done
        kill -KILL "$1" 2>/dev/null
        rm -rf -- "$2"
        """;

    private readonly Process? _shell;

    /// <param name="process">The id of the process to end.</param>
    /// <param name="folder">The folder to delete, with its contents.</param>
    public Watchdog(int process, string folder)
    {
        if (OperatingSystem.IsWindows())
            return;
        ProcessStartInfo start = new(Shell)
        {
            ArgumentList = { "-c", Script, "watchdog", $"{process}", folder },
            RedirectStandardInput = true,
            WorkingDirectory = "/",
        };
        _shell = Process.Start(start);
    }

    /// <summary>Notifies the shell that this process cleans up.</summary>
    public void Dispose()
    {
        if (_shell is null)
            return;
        try
        {
            _shell.StandardInput.WriteLine("done");
            _shell.StandardInput.Close();
        }
        catch (IOException)
        {
            // The shell has already ended.
        }
        _shell.WaitForExit(2000);
        _shell.Dispose();
    }
}
