using System.Globalization;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Client.Commands;

/// <summary>What a run shows to the user while it runs. All calls are made on one thread.</summary>
internal interface IBotDisplay
{
    /// <summary>A second has passed.</summary>
    void Update(RunView view);

    /// <summary>A bot's visit has ended unplanned.</summary>
    void Failed(string bot, string failure);

    /// <summary>Something that the user should know.</summary>
    void Noted(string note);

    /// <summary>The run is over.</summary>
    void End();
}

/// <summary>Writes a line every five seconds, for pipes and logs.</summary>
internal sealed class PlainDisplay(TextWriter text) : IBotDisplay
{
    private readonly FailureLines _failures = new(text.WriteLine);
    private readonly RegularLines _lines = new();

    public void Update(RunView view)
    {
        if (!_lines.IsDue(view.Elapsed))
            return;
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{view.Elapsed.Seconds:0} of {view.Length.Seconds:0} s: {view.InRegion} of {view.Bots.Count} bots in a region, {view.Failed} failed, "
            + $"requested {view.Requested.KilobitsPerSecond:0} kbit/s, received {view.Received.KilobitsPerSecond:0} kbit/s")
            + (view.HasHttp ? string.Create(CultureInfo.InvariantCulture, $", {view.ReceivedByHttp.KilobitsPerSecond:0} kbit/s by HTTP") : ""));
    }

    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void Noted(string note) => text.WriteLine(TerminalText.Escape(note));

    public void End() => _failures.End();
}

/// <summary>Writes failures and notes only.</summary>
internal sealed class QuietDisplay(TextWriter error) : IBotDisplay
{
    private readonly FailureLines _failures = new(error.WriteLine);

    public void Update(RunView view)
    {
    }

    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void Noted(string note) => error.WriteLine(TerminalText.Escape(note));

    public void End() => _failures.End();
}
