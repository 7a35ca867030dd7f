using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The part of the line that a sender may use although others fill the queue. It is half of the line, as beside one TCP; the sender does
/// not know how many others there are.
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
internal struct FairShare(StreamPackets packets)
{
    /// <summary>The part that queueing delay does not take away.</summary>
    private const double Part = 1.0 / 2;

    /// <summary>
    /// The part that losses do not take away. With it, a TCP beside the sender has 0.64 of the line, and each of three has 0.85 of a fair
    /// share. Without it, the sender would have a seventh of the line beside a CUBIC, which grows faster than T assumes, and behind a
    /// CoDel, which drops small packets as often as large ones.
    /// </summary>
    private const double LeastPart = 0.36;

    /// <summary>
    /// The multiple of the share that T may permit, and the multiple of the sender's need with which the line is fast enough.
    /// </summary>
    private const double MostOfShare = 1.3, Spare = 1.25;

    private const double Half = 0.5;

    /// <summary>The error of a rate, in streams.</summary>
    private const double Tolerance = 0.25;

    /// <summary>
    /// How long the line's rate is remembered. It is a lower bound that others lower further, so it is remembered longer while they send.
    /// </summary>
    private static readonly Duration Memory = Duration.FromSeconds(60), LongMemory = Duration.FromSeconds(600);

    /// <summary>How long the sender claims no share after the line was overloaded.</summary>
    private static readonly Duration Waived = Duration.FromSeconds(60);

    /// <summary>Bytes whose time on the line is stored: <see cref="WindowedMinimum"/> keeps the shortest time.</summary>
    private const double Unit = 1_000_000;

    private WindowedMinimum _shortest;
    private Instant _waivedUntil = Instant.LongAgo;

    /// <summary>A lower bound of the line's rate.</summary>
    private readonly DataRate Line =>
        _shortest.Value > Duration.Zero ? DataRate.FromBytesPerSecond(Unit / _shortest.Value.Seconds) : DataRate.Zero;

    /// <summary>The sender's part of the line, in streams.</summary>
    private readonly double Share => packets.StreamsIn(Line * Part);

    /// <summary>Takes the line's rate from a reading.</summary>
    /// <param name="isLimited">Whether others limit the sender.</param>
    public void Measure(DataRate rate, bool isLimited, Instant at)
    {
        if (rate > DataRate.Zero)
            _shortest.Add(Duration.FromSeconds(Unit / rate.BytesPerSecond), at, isLimited ? LongMemory : Memory);
    }

    /// <summary>
    /// The line carries less than the sender's share beside the others, which do not yield. What is known of the line is forgotten.
    /// </summary>
    public void Waive(Instant now) => (_shortest, _waivedUntil) = (default, now + Waived);

    /// <summary>The others yield after all.</summary>
    public void Claim() => _waivedUntil = Instant.LongAgo;

    /// <summary>Whether the sender claims its share.</summary>
    public readonly bool IsClaimed(Instant now) => now >= _waivedUntil;

    /// <summary>The streams that queueing delay does not take away, at least 1.</summary>
    public readonly int Streams(Instant now) =>
        IsClaimed(now) ? Math.Max(1, (int)Math.Floor(Share + Tolerance)) : 1;

    /// <summary>
    /// The most streams that T may permit beside others, at least 1. T is too large behind a queue that drops small packets more rarely
    /// than full ones, and it follows the losses of minutes. If the line is known to carry more than the sender needs, T alone decides.
    /// </summary>
    /// <param name="needed">The streams that the sources need.</param>
    public readonly int Most(int needed)
    {
        if (Line >= packets.RateOf(needed) * Spare)
            return int.MaxValue;
        return Math.Max(1, (int)Math.Floor(Share * MostOfShare + Half));
    }

    /// <summary>The fair rate: T, but at least so much that the part of the line that losses do not take away arrives.</summary>
    public readonly DataRate Rate(in PathReading reading) =>
        IsClaimed(reading.At) ? DataRate.Max(reading.FairRate, Line * (LeastPart / (1 - reading.LossShare))) : reading.FairRate;
}
