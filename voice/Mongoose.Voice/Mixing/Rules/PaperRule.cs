using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The rate adaptation of the paper as it is written (Radenkovic and Greenhalgh 2002, sections 5.3 and 5.4): one more stream per decision
/// while T permits it, a reduction to T at once after a loss event, and only probes while nothing arrives or more than 20 % is lost.
/// <para>Where the paper is silent or contradicts itself, this is the reading:</para>
/// <list type="bullet">
/// <item>It starts with one stream. The time to the first decision counts from the first round trip that is known.</item>
/// <item>"Under-load" is T of at least the rate of one more stream, not T above the present rate: section 7 has an increase "towards the
/// expected value". Streams that are allowed but not used do not allow more of them.</item>
/// <item>"Immediately reduced" and "once every 6-8 RTTs" exclude each other. A loss event lowers the streams at once, but not twice within
/// a round trip; everything else waits for the next decision. So does a lower T without a loss event, from a longer round trip.</item>
/// <item>A reduction counts as a decision. Raises are at least a second apart, or the streams of a short path would change too often for a
/// listener.</item>
/// <item>A rate below that of one stream permits one stream: a mix is sent at the rate of one, and only loss and silence end in
/// probing.</item>
/// <item>p counts bytes unless <see cref="LossUnit.OwnPackets"/> says packets, and t_RTO is 4R (RFC 5348); the paper names neither s nor
/// the unit.</item>
/// <item>Section 5.4 goes to probing "from sending one stream"; this rule goes there from any number of streams, by "loss rates above 20 %"
/// of the packets of two seconds or eight round trips, and by silence of two seconds or four round trips. To resume, T must carry one
/// stream, as the section says.</item>
/// <item>The limit of twice the delivered rate (<see cref="MixingController"/>) is not in the paper; it is effective only while feedback
/// fails.</item>
/// <item>While the loss lasts, probing does not end, or each report would change the mode.</item>
/// </list>
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
/// <param name="maxStreams">The maximum number of streams, at least 1.</param>
/// <param name="decisionRoundTrips">Round trips between decisions, at least 1; the paper has 6 to 8.</param>
/// <exception cref="ArgumentOutOfRangeException">A number is below its minimum.</exception>
internal sealed class PaperRule(StreamPackets packets, int maxStreams, double decisionRoundTrips) : IMixingRule
{
    /// <summary>The share of lost packets above which audio is unusable (section 5.4).</summary>
    public const double UnusableLoss = 0.2;

    /// <summary>The shortest time between two decisions that may raise.</summary>
    public static readonly Duration MinInterval = Duration.FromSeconds(1);

    private readonly int _maxStreams = maxStreams >= 1 ? maxStreams
        : throw new ArgumentOutOfRangeException(nameof(maxStreams), maxStreams, "allowed: at least 1");

    private readonly double _decisionRoundTrips = decisionRoundTrips >= 1 ? decisionRoundTrips
        : throw new ArgumentOutOfRangeException(nameof(decisionRoundTrips), decisionRoundTrips, "allowed: at least 1");

    private Instant? _decidedAt, _reducedAt;
    private bool _hasLossEvent;

    public int Streams { get; private set; } = 1;

    public MixingMode Mode => Streams == 0 ? MixingMode.Probing : MixingMode.Losses;

    public void OnReading(in PathReading reading)
    {
        _decidedAt ??= reading.At;
        if (reading.LossShare > UnusableLoss)
            Probe(reading.At);
        else if (Streams == 0)
            TryResume(reading);
        else
            Adapt(reading);
    }

    public void OnSilence(Instant now) => Probe(now);

    /// <summary>
    /// The decision (section 5.3): one more stream if <paramref name="fair"/> carries it; otherwise the streams that
    /// <paramref name="fair"/> carries, at most the present ones and at least 1.
    /// </summary>
    /// <param name="packets">The packets in which streams travel.</param>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="fair">T, the fair rate.</param>
    internal static int Decide(in StreamPackets packets, int streams, DataRate fair)
    {
        if (fair >= packets.RateOf(streams + 1))
            return streams + 1;
        return fair >= packets.RateOf(streams) ? streams : Math.Max(1, packets.WholeStreamsIn(fair));
    }

    private void Adapt(in PathReading reading)
    {
        _hasLossEvent |= reading.IsNewLossEvent;
        bool isDue = IsDue(reading);
        bool mayReduce = _hasLossEvent && !(reading.At - _reducedAt < reading.RoundTrip);
        if (!isDue && !mayReduce)
            return;
        _hasLossEvent = false;
        int streams = Decide(packets, Streams, reading.FairRate);
        if (streams < Streams)
            _reducedAt = _decidedAt = reading.At;
        else if (isDue)
            _decidedAt = reading.At;
        if (streams <= Streams || (isDue && reading.IsInUse && Streams < _maxStreams))
            Streams = streams;
    }

    /// <summary>
    /// A try counts as a decision, so the next one comes a decision interval later ("not more often than every 6-8 RTTs").
    /// </summary>
    private void TryResume(in PathReading reading)
    {
        if (reading.Acked == 0 || !IsDue(reading))
            return;
        _decidedAt = reading.At;
        if (reading.FairRate >= packets.RateOf(1))
            Streams = 1;
    }

    private void Probe(Instant now)
    {
        if (Streams == 0)
            return;
        Streams = 0;
        _decidedAt = now;
        _hasLossEvent = false;
    }

    private bool IsDue(in PathReading reading) =>
        reading.At - _decidedAt >= Duration.Max(reading.RoundTrip * _decisionRoundTrips, MinInterval);
}
