using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Radios;

/// <summary>
/// A half-duplex medium: one packet at a time in both directions together, in the order in which the links request it. A packet that a link
/// has taken from its queue waits for the medium, so a queueing delay excludes the wait for one packet of the opposite direction. Use it on
/// one thread.
/// </summary>
public sealed class RadioMedium : ITransmitter
{
    // Separate from the random streams of the links, which have the same seed.
    private const long ShadowingStream = 4;

    private readonly RadioOptions _options;
    private readonly Shadowing _shadowing;
    private Instant? _started;
    private Instant _free = Instant.Zero;

    /// <param name="seed">The seed of its shadowing.</param>
    /// <exception cref="ArgumentException">An option is out of range; the message names it and the range.</exception>
    public RadioMedium(RadioOptions options, long seed)
    {
        options.Validate();
        _options = options;
        _shadowing = new Shadowing(options.Deviation, options.Correlation, new SeededRandom(seed, ShadowingStream));
        Bandwidth = new RadioBandwidth(this);
    }

    /// <summary>The bandwidth of both directions of the link.</summary>
    public Bandwidth Bandwidth { get; }

    /// <summary>The time for which packets of both directions have occupied the medium, or will until the last of them is sent.</summary>
    public Duration AirTime { get; private set; } = Duration.Zero;

    Instant ITransmitter.Finish(int wireBytes, Instant start, bool backToBack)
    {
        Instant from = Instant.Max(start, _free);
        DataRate rate = RadioRates.At(_options.MeanSnr + _shadowing.At(from - _started!.Value));
        Duration time = _options.Overhead + rate.TimeToSend(wireBytes);
        AirTime += time;
        return _free = from + time;
    }

    /// <summary>
    /// The medium as the bandwidth of one of its directions. How many bytes fit into a time depends on packets and on the other direction.
    /// </summary>
    private sealed record RadioBandwidth(RadioMedium Medium) : Bandwidth
    {
        public override ITransmitter Start(Instant now)
        {
            Medium._started ??= now;
            return Medium;
        }

        public override long BytesIn(Duration from, Duration to) => 0;
    }
}
