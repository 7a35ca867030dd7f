using System.Diagnostics;
using System.Text;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The script "run" of a recipe in deploy/, as a terminal starts it: in a process group of its own.</summary>
internal sealed class RecipeRun : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120), Interval = TimeSpan.FromMilliseconds(50);

    private readonly StringBuilder _printed = new();
    private readonly Process _process;

    /// <param name="recipe">The recipe's folder.</param>
    /// <param name="results">The folder for the results, which does not exist yet.</param>
    /// <param name="starter">What starts the script, such as "ip netns exec".</param>
    public RecipeRun(string recipe, string results, string[] starter, params string[] options)
    {
        Results = results;
        string script = Path.Combine(Repository.Root(), "deploy", recipe, "run");
        _process = new Process
        {
            // A script cannot handle an interrupt that is ignored when it starts, as the tests may do.
            StartInfo = new ProcessStartInfo("env", ["--default-signal=INT", "setsid", .. starter, script, "--out", results, .. options])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
        };
        _process.OutputDataReceived += (_, line) => Add(line.Data);
        _process.ErrorDataReceived += (_, line) => Add(line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>A starter that pipes the output into a reader, which a Ctrl-C ends at once.</summary>
    public static string[] Piped { get; } = ["bash", "-c", "trap : INT; \"$@\" 2>&1 | cat; exit ${PIPESTATUS[0]}", "bash"];

    /// <summary>The folder of the results.</summary>
    public string Results { get; }

    /// <summary>What it printed so far, on both outputs.</summary>
    public string Printed
    {
        get
        {
            lock (_printed)
                return _printed.ToString();
        }
    }

    public string Part(int number) => File.ReadAllText(PathOfPart(number));

    public bool HasPart(int number) => File.Exists(PathOfPart(number));

    /// <summary>Waits until it has printed a text this number of times.</summary>
    public async Task Prints(string what, int times = 1)
    {
        for (Stopwatch time = Stopwatch.StartNew(); Printed.Split(what).Length <= times; await Task.Delay(Interval))
            Assert.That(!_process.HasExited && time.Elapsed < Patience, $"it did not print \"{what}\" {times} times:\n{Printed}");
    }

    /// <summary>Ctrl-C: a terminal interrupts all processes of the group.</summary>
    public void Interrupt() => Outside.Run("kill", "-INT", "--", $"-{_process.Id}");

    /// <summary>Waits for its end, and returns its exit value.</summary>
    public async Task<int> Finish()
    {
        using CancellationTokenSource limit = new(Patience);
        try
        {
            await _process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"it did not end within {Patience.TotalSeconds:0} s:\n{Printed}");
        }
        TestContext.Out.WriteLine(Printed);
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            Outside.Try("kill", "-TERM", $"{_process.Id}");
        if (!_process.WaitForExit(Patience))
            _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }

    private string PathOfPart(int number) => Path.Combine(Results, $"part-{number}.json");

    private void Add(string? line)
    {
        if (line is null)
            return;
        lock (_printed)
            _printed.Append(line).Append('\n');
    }
}
