using System.Globalization;
using Mongoose.Core.Units;
using Spectre.Console;

namespace Mongoose.Testbed.Demo;

/// <summary>A bar for each circuit rate, with what each server sends at present.</summary>
internal sealed class TerminalProgress : IDemoProgress
{
    private readonly ProgressContext _context;
    private ProgressTask? _task;
    private DataRate _throttle;

    private TerminalProgress(ProgressContext context) => _context = context;

    public static T Show<T>(TextWriter text, Func<IDemoProgress, T> run) => AnsiConsole
        .Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(text) })
        .Progress()
        .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn())
        .Start(context => run(new TerminalProgress(context)));

    public void Begin(DataRate throttle, Duration length)
    {
        _throttle = throttle;
        _task = _context.AddTask($"circuit {throttle}", maxValue: length.Seconds);
    }

    public void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current)
    {
        string rates = string.Join("  ", current.Select(server =>
            string.Create(CultureInfo.InvariantCulture, $"{server.Server} [bold]{server.Rate.KilobitsPerSecond,5:0}[/] kbit/s")));
        _task!.Description = $"circuit {_throttle}  {rates}";
        _task.Value = elapsed.Seconds;
    }

    public void End() => _task!.StopTask();
}
