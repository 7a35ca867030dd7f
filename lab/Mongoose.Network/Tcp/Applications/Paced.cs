using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Writes data in small pieces at a constant rate, never ahead of it. Data that the connection cannot carry waits.</summary>
public sealed class Paced
{
    private readonly IScheduler _scheduler;
    private readonly IByteStream _stream;
    private readonly PacedOptions _options;
    private readonly Instant _start;
    private readonly Action _write;
    private long _pieces, _written;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="stream">A stream for this application alone.</param>
    /// <param name="options">The rate and the time between pieces.</param>
    /// <param name="startAt">When the first interval starts; the first piece is written at its end.</param>
    /// <exception cref="ArgumentException">Rate or interval is zero.</exception>
    public Paced(IScheduler scheduler, IByteStream stream, PacedOptions options, Instant startAt)
    {
        if (options.Rate == DataRate.Zero || options.Interval <= Duration.Zero)
            throw new ArgumentException($"Paced at {options.Rate} every {options.Interval}: both must be above 0.", nameof(options));
        (_scheduler, _stream, _options, _start) = (scheduler, stream, options, startAt);
        _write = Write;
        scheduler.At(startAt + options.Interval, _write);
    }

    /// <summary>
    /// Each piece is the amount due at the rate less the earlier ones, so that neither rounding nor late wake-ups change the rate.
    /// </summary>
    private void Write()
    {
        _pieces++;
        Duration elapsed = new(_pieces * _options.Interval.Nanoseconds);
        long due = _options.Rate.BytesIn(elapsed) - _written;
        _written += due;
        _scheduler.At(_start + elapsed + _options.Interval, _write);
        if (due > 0)
            _stream.Write(due);
    }
}

/// <summary>The options of an application that writes at a constant rate.</summary>
public sealed record PacedOptions
{
    [Setting("rateKbps", IsRequired = true, Min = 1, Max = 1e6, Unit = "kbit/s", Text = "rate of writing")]
    public DataRate Rate { get; init; } = DataRate.FromKilobitsPerSecond(1000);

    [Setting("pieceMs", Min = 1, Max = 60_000, Unit = "ms", Text = "interval between writes")]
    public Duration Interval { get; init; } = Duration.FromMilliseconds(10);
}
