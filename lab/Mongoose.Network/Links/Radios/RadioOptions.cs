using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Radios;

/// <summary>
/// A radio medium as in IEEE 802.11g, which both directions of a link share. The path loss is part of the mean signal-to-noise ratio;
/// around it the received power varies by shadowing, whose logarithm is normally distributed.
/// </summary>
public sealed record RadioOptions
{
    /// <summary>
    /// The time that a packet takes in addition to its bits, in microseconds: DIFS 28, mean backoff of 7.5 slots of 9, preamble 20, signal
    /// extension 6, MAC header, LLC and check sequence of 36 bytes at 54 Mbit/s 5.5, SIFS 10, ACK at 6 Mbit/s with signal extension 50.
    /// </summary>
    public Duration Overhead { get; init; } = Duration.FromMilliseconds(0.187);

    [Setting("meanSnrDb", Min = 0, Max = 100, Unit = "dB", Text = "mean signal-to-noise ratio")]
    public double MeanSnr { get; init; } = 35;

    [Setting("deviationDb", Min = 0, Max = 30, Unit = "dB", Text = "standard deviation of the shadowing; 0: a steady rate")]
    public double Deviation { get; init; } = 9;

    /// <summary>The time after which the shadowing's autocorrelation is 1/e.</summary>
    public Duration Correlation { get; init; } = Duration.FromSeconds(1);

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        Allowed.Between(Overhead, Duration.Zero, Duration.FromMilliseconds(100), "radio, overhead");
        Allowed.Between(Correlation, Duration.FromMilliseconds(10), Duration.FromSeconds(1e6), "radio, correlation time");
        Allowed.Between(MeanSnr, 0, 100, "radio, mean signal-to-noise ratio");
        Allowed.Between(Deviation, 0, 30, "radio, deviation");
    }
}
