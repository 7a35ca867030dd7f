using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// Measures the largest mean rate over one second within about the last three seconds: the sum of four consecutive quarters of a second,
/// stepping by quarters.
/// <para>
/// Steps per packet: complete all quarters that have ended since the current one began (including empty ones), then add the bytes to the
/// current quarter. Each completed quarter yields the sum of the last four. The rate is the largest of the last <see cref="Sums"/> sums.
/// </para>
/// </summary>
public struct ReceiveMeter
{
    /// <summary>Number of sums used.</summary>
    public const int Sums = 9;

    private const int QuartersPerSecond = 4;
    private const long QuarterNanoseconds = 1_000_000_000 / QuartersPerSecond;

    private long _quarterEnd;
    private long _current;
    private int _quarters;
    private Quarters _recent;
    private History _history;

    /// <summary>Whether a quarter of a second has passed since the first packet, so that there is a rate.</summary>
    public readonly bool HasRate => _quarters > 0;

    /// <summary>The rate in bytes per second; 0 before the first quarter has ended.</summary>
    public long BytesPerSecond { get; private set; }

    public void Add(int bytes, Instant now)
    {
        if (_quarterEnd == 0)
            _quarterEnd = now.Nanoseconds + QuarterNanoseconds;
        Advance(now);
        _current += bytes;
    }

    /// <summary>Advances the time. Does nothing before the first packet.</summary>
    public void Advance(Instant now)
    {
        if (_quarterEnd == 0 || now.Nanoseconds < _quarterEnd)
            return;
        long ended = 1 + (now.Nanoseconds - _quarterEnd) / QuarterNanoseconds;
        _quarterEnd += ended * QuarterNanoseconds;
        // After this many empty quarters the history is empty.
        for (long i = Math.Min(ended, QuartersPerSecond + Sums); i > 0; i--)
            EndQuarter();
    }

    private void EndQuarter()
    {
        Span<long> recent = _recent, history = _history;
        recent[..^1].CopyTo(recent[1..]);
        recent[0] = _current;
        _current = 0;
        _quarters = Math.Min(_quarters + 1, QuartersPerSecond);

        // Places that were not filled yet hold 0.
        long sum = 0, largest = 0;
        foreach (long quarter in recent)
            sum += quarter;
        history[..^1].CopyTo(history[1..]);
        history[0] = sum * QuartersPerSecond / _quarters;

        foreach (long rate in history)
            largest = Math.Max(largest, rate);
        BytesPerSecond = largest;
    }

    [InlineArray(QuartersPerSecond)]
    private struct Quarters
    {
        private long _first;
    }

    [InlineArray(Sums)]
    private struct History
    {
        private long _first;
    }
}
