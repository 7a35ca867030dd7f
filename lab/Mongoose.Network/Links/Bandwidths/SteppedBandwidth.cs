using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>A rate that changes in steps; the last one remains. A packet in transmission at a step continues at the new rate.</summary>
public sealed record SteppedBandwidth : Bandwidth
{
    private const long BitNanosecondsPerByte = 8_000_000_000; // A rate in bit/s times nanoseconds.

    private readonly RateStep[] _steps;

    /// <exception cref="ArgumentException">There is no step, the first is not at 0, or a step is not after the previous one.</exception>
    public SteppedBandwidth(params RateStep[] steps)
    {
        StepTimes.Check(steps.Select(step => step.From), "bandwidth");
        _steps = [.. steps];
    }

    public override ITransmitter Start(Instant now) => new Transmitter(this, now);

    public override long BytesIn(Duration from, Duration to)
    {
        Int128 total = 0;
        for (int step = 0; step < _steps.Length; step++)
        {
            Duration within = Duration.Min(EndOf(step), to) - Duration.Max(_steps[step].From, from);
            total += (Int128)_steps[step].Rate.BitsPerSecond * Math.Max(0, within.Nanoseconds);
        }
        return (long)Int128.Min(total / BitNanosecondsPerByte, long.MaxValue);
    }

    private Duration EndOf(int step) => step + 1 < _steps.Length ? _steps[step + 1].From : Duration.MaxValue;

    private sealed class Transmitter(SteppedBandwidth bandwidth, Instant started) : ITransmitter
    {
        private int _step;

        public Instant Finish(int wireBytes, Instant start, bool backToBack)
        {
            Duration at = start - started;
            long left = wireBytes * BitNanosecondsPerByte;
            while (true)
            {
                Duration end = bandwidth.EndOf(_step);
                if (at < end)
                {
                    long rate = bandwidth._steps[_step].Rate.BitsPerSecond, available = (end - at).Nanoseconds;
                    if (rate > 0 && (left + rate - 1) / rate is var needed && needed <= available)
                        return started + at + new Duration(needed);
                    if (end == Duration.MaxValue)
                        return Instant.Never;
                    left -= rate * available;
                    at = end;
                }
                _step++;
            }
        }
    }
}

/// <summary>A rate that applies from a given time.</summary>
/// <param name="From">The time since the link started.</param>
/// <param name="Rate">The rate; zero is an outage.</param>
public readonly record struct RateStep(
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = 1e6, Unit = "s", Range = "0 to 1000000, ascending, the first 0",
        Text = "time of the step")]
    Duration From,
    [property: Setting("rateKbps", IsRequired = true, Min = 0, Max = 1e8, Unit = "kbit/s", Text = "new rate; 0 sends nothing")]
    DataRate Rate);
