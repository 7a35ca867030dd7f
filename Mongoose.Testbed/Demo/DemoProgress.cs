using System.Globalization;
using Mongoose.Core.Units;
using Spectre.Console;

namespace Mongoose.Testbed.Demo;

/// <summary>What a running demo tells.</summary>
internal interface IDemoProgress
{
    /// <summary>A pair of runs begins.</summary>
    void Begin(DemoPair pair, Duration length);

    /// <summary>About four times a second: how far the pair is, and what each server sends at present.</summary>
    void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current);

    /// <summary>The pair has ended.</summary>
    void End();
}

/// <summary>A line every two seconds, for pipes and logs.</summary>
internal sealed class PlainProgress(TextWriter text) : IDemoProgress
{
    private static readonly Duration LineInterval = Duration.FromSeconds(2);

    private DemoPair _pair;
    private Duration _length;
    private Duration _nextLine;

    public void Begin(DemoPair pair, Duration length)
    {
        (_pair, _length, _nextLine) = (pair, length, LineInterval);
        text.WriteLine($"{pair}: stock and mongoose side by side for {length}");
    }

    public void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current)
    {
        if (elapsed < _nextLine)
            return;
        _nextLine += LineInterval;
        string rates = string.Join(", ", current.Select(server =>
            string.Create(CultureInfo.InvariantCulture, $"{server.Server} {server.Rate.KilobitsPerSecond:0} kbit/s")));
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{_pair}, {elapsed.Seconds:0} of {_length.Seconds:0} s: {rates}"));
    }

    public void End()
    {
    }
}

/// <summary>A bar for each pair, with what each server sends at present.</summary>
internal sealed class TerminalProgress : IDemoProgress
{
    private readonly ProgressContext _context;
    private ProgressTask? _task;
    private DemoPair _pair;

    private TerminalProgress(ProgressContext context) => _context = context;

    public static T Show<T>(TextWriter text, Func<IDemoProgress, T> run) => AnsiConsole
        .Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(text) })
        .Progress()
        .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn())
        .Start(context => run(new TerminalProgress(context)));

    public void Begin(DemoPair pair, Duration length)
    {
        _pair = pair;
        _task = _context.AddTask($"{pair}", maxValue: length.Seconds);
    }

    public void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current)
    {
        string rates = string.Join("  ", current.Select(server =>
            string.Create(CultureInfo.InvariantCulture, $"{server.Server} [bold]{server.Rate.KilobitsPerSecond,5:0}[/] kbit/s")));
        _task!.Description = $"{_pair}  {rates}";
        _task.Value = elapsed.Seconds;
    }

    public void End() => _task!.StopTask();
}
