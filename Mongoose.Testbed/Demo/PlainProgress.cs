using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Demo;

/// <summary>A line every two seconds, for pipes and logs.</summary>
internal sealed class PlainProgress(TextWriter text) : IDemoProgress
{
    private static readonly Duration LineInterval = Duration.FromSeconds(2);

    private DataRate _throttle;
    private Duration _length;
    private Duration _nextLine;

    public void Begin(DataRate throttle, Duration length)
    {
        (_throttle, _length, _nextLine) = (throttle, length, LineInterval);
        text.WriteLine($"circuit {throttle}: stock and mongoose side by side for {length}");
    }

    public void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current)
    {
        if (elapsed < _nextLine)
            return;
        _nextLine += LineInterval;
        string rates = string.Join(", ", current.Select(server =>
            string.Create(CultureInfo.InvariantCulture, $"{server.Server} {server.Rate.KilobitsPerSecond:0} kbit/s")));
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"circuit {_throttle}, {elapsed.Seconds:0} of {_length.Seconds:0} s: {rates}"));
    }

    public void End()
    {
    }
}
