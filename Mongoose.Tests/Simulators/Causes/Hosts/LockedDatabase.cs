using System.Diagnostics;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>A database of SQLite that another program has locked, so that the simulator waits for it.</summary>
internal sealed class LockedDatabase : IDisposable
{
    private const string Locked = "locked";

    private readonly Process _program;

    /// <param name="file">The database.</param>
    /// <exception cref="InvalidOperationException">The simulator does not let the other program have the lock.</exception>
    public LockedDatabase(string file)
    {
        ProcessStartInfo program = new("sqlite3", ["-bail", file]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        _program = Process.Start(program)!;
        _program.StandardInput.Write($".timeout 20000\nbegin exclusive;\nselect '{Locked}';\n");
        _program.StandardInput.Flush();
        if (_program.StandardOutput.ReadLine() != Locked)
            throw new InvalidOperationException($"{file} could not be locked");
    }

    /// <summary>Skips the test, and says so, where the program is missing.</summary>
    public static void NeedOrSkip()
    {
        string path = Environment.GetEnvironmentVariable("PATH") ?? "";
        if (!path.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Join(folder, "sqlite3"))))
            Assert.Ignore("NOT MEASURED: this host does not have sqlite3");
    }

    public void Dispose()
    {
        _program.StandardInput.Close();
        _program.WaitForExit();
        _program.Dispose();
    }
}
