using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Client.Commands;

/// <summary>What a running run shows to people. Calls come from one thread.</summary>
internal interface IBotDisplay
{
    /// <summary>A second has passed.</summary>
    void Update(RunView view);

    /// <summary>A bot's visit has come to an end by itself.</summary>
    void Failed(string bot, string failure);

    /// <summary>The run is over.</summary>
    void End();
}

/// <summary>A line now and then, for pipes and logs.</summary>
internal sealed class PlainDisplay(TextWriter text) : IBotDisplay
{
    private static readonly Duration LineInterval = Duration.FromSeconds(5);

    private readonly FailureLines _failures = new(text.WriteLine);
    private Duration _nextLine = LineInterval;

    public void Update(RunView view)
    {
        if (view.Elapsed < _nextLine)
            return;
        while (_nextLine <= view.Elapsed)
            _nextLine += LineInterval;
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{view.Elapsed.Seconds:0} of {view.Length.Seconds:0} s: {view.InRegion} of {view.Bots.Count} bots in a region, {view.Failed} failed, "
            + $"requested {view.Requested.KilobitsPerSecond:0} kbit/s, received {view.Received.KilobitsPerSecond:0} kbit/s"));
    }

    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void End() => _failures.End();
}

/// <summary>Only what goes wrong.</summary>
internal sealed class QuietDisplay(TextWriter error) : IBotDisplay
{
    private readonly FailureLines _failures = new(error.WriteLine);

    public void Update(RunView view)
    {
    }

    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void End() => _failures.End();
}
