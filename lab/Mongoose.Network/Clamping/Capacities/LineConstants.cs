using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>The constants of the line's measurements, in one place, each with its reason.</summary>
internal static class LineConstants
{
    /// <summary>A flow that has been silent for this many bins has less than 0.02 % of its rate left (0.7 to the power of 25).</summary>
    public const int OtherSilentBins = 25;

    /// <summary>Part of the capacity from which a flow is greedy and not sparse.</summary>
    public const double GreedyPart = 0.1;

    /// <summary>
    /// Bins of the drained rate. Fading that is faster than a bin is averaged: windows take a round trip to follow anyway.
    /// </summary>
    public static readonly Duration DrainBin = Duration.FromMilliseconds(200);

    /// <summary>
    /// Bins whose maximum counts, with the one just finished: short dips cost no throughput, and a step down is followed within four bins, 0.8 s.
    /// </summary>
    public const int DrainBins = 3;

    /// <summary>Busy time after which the first measurement is used, before its bin ends: slow start must not go on without a limit.</summary>
    public static readonly Duration FirstDrain = Duration.FromMilliseconds(20);

    /// <summary>
    /// Before the first measurement, the capacity is this multiple of what passed in a bin: flows in slow start double in every round trip, and are to find the
    /// line's rate without a longer queue than two of its bandwidth-delay products.
    /// </summary>
    public const double UnmeasuredGrowth = 2;

    /// <summary>
    /// Growth per bin of a drained rate that has no sample although the flows use it: packets that arrive evenly, more slowly than the line sends them, never
    /// wait, and would hold the rate down for ever. Half the line is left behind within four bins. The first packet that waits ends the growth.
    /// </summary>
    public const double UnseenGrowth = 1.2;

    /// <summary>Part of the capacity from which the flows use it; less than what windows of whole segments reach.</summary>
    public const double UsedPart = 0.75;

    /// <summary>Least length of an interval: a queue that is not empty once in it stands. It has the length of CoDel's interval (RFC 8289).</summary>
    public static readonly Duration Interval = Duration.FromMilliseconds(100);

    /// <summary>An interval longer than this has had next to no packets, and its queue counts as empty.</summary>
    public static readonly Duration LongestInterval = Duration.FromSeconds(1);

    /// <summary>The target is at least this many packets of 1500 bytes at the capacity: the packet in transmission is no standing queue (RFC 8290 4.1.1).</summary>
    public const double TargetPackets = 1.5;

    /// <summary>Bytes after which the rate of arrivals behind a standing queue counts: 16 packets, so that one packet is 6 %.</summary>
    public const long ArrivalBytes = 24_000;

    /// <summary>
    /// The windows of a capacity that was lowered hold this part of what the line carries in a round trip, so the queue drains within one. The capacity is
    /// set from the rate of arrivals, which a standing queue keeps at the line's rate, so repeating it does not add up.
    /// </summary>
    public const double DrainPart = 0.95;

    /// <summary>
    /// If the queue stands longer than <see cref="Patience"/>, more than a round trip, more is in flight than was computed: floors, or other traffic above its
    /// share. The capacity then falls by this part per second, so that it has had its chance before the clamp lets go.
    /// </summary>
    public const double DeeperPerSecond = 0.25;

    /// <inheritdoc cref="DeeperPerSecond"/>
    public static readonly Duration Patience = Duration.FromMilliseconds(500);

    /// <summary>Least capacity that this leads to, as a part of the line's rate.</summary>
    public const double LeastDrainPart = 0.4;

    /// <summary>
    /// Growth per second of an upstream capacity while the delay is below half the target; it doubles with each second of this. From half the line to 90 %
    /// takes 4.2 s. The feedback arrives within a round trip and an interval, so the last doubling overshoots by less than a tenth.
    /// </summary>
    public const double FirstRise = 0.025;

    /// <inheritdoc cref="FirstRise"/>
    public const double FastestRise = 0.5;

    /// <summary>Growth per second after a dip or the start of a try: each sender sends what its window grows by in one burst, which must stay short.</summary>
    public const double RecoveryRise = 0.25;

    /// <summary>Least capacity, as a part of the ceiling: a base round trip that is too low makes a queue appear to stand whatever the windows are.</summary>
    public const double LeastPart = 0.01;

    /// <summary>
    /// Base round trips contain the least queue of the last 10 s. With a margin of 1.03 or more a queue below the target never empties, and with 1 it may not
    /// for seconds. It would become part of the base, and the windows would grow by it again every 10 s. So the capacity dips until fewer packets
    /// arrive than before: then the queue has been empty. That costs less than 1 % of the line. A standing queue that was drained is no substitute: it may
    /// have been drained to just below the target.
    /// </summary>
    public static readonly Duration DipEvery = Duration.FromSeconds(8);

    /// <summary>A dip's part of the capacity: clearly below the windows' margin. Each further <see cref="DipStep"/> takes the same part of what is left.</summary>
    public const double DipPart = 0.85;

    /// <summary>Least part in a dip.</summary>
    public const double LeastDipPart = 0.4;

    /// <summary>Part of the rate of arrivals before the dip below which the queue has been empty.</summary>
    public const double DippedPart = 0.95;

    /// <summary>Time between steps of a dip: a round trip and an interval.</summary>
    public static readonly Duration DipStep = Duration.FromMilliseconds(300);

    /// <summary>Longest dip: flows that do not fill their windows send on as before.</summary>
    public static readonly Duration LongestDip = Duration.FromSeconds(2);

    /// <summary>Weight of an interval in the rate of arrivals before a dip.</summary>
    public const double BeforeDipWeight = 0.3;

    /// <summary>
    /// Time that a queue must stand on end before the clamp lets go. The capacity is lowered in the first interval, and windows need a round trip that has the
    /// queue in it; the rest is for queues that the clamped flows still drain.
    /// </summary>
    public static readonly Duration ReleaseAfter = Duration.FromSeconds(3);

    /// <summary>Time that the queue must be empty, or the greedy traffic be gone, before the clamp tries again.</summary>
    public static readonly Duration EmptyFor = Duration.FromSeconds(1);

    /// <summary>Longest hold time.</summary>
    public static readonly Duration LongestHold = Duration.FromSeconds(300);

    /// <summary>
    /// A try with an upstream queue begins with this part of the line's rate for <see cref="TrialTime"/>. While the clamp had let go the queue became part of the
    /// base round trips, so windows of the whole rate would keep it. A half empties it, in about four round trips, if nobody else fills it.
    /// </summary>
    public const double TrialPart = 0.5;

    /// <inheritdoc cref="TrialPart"/>
    public static readonly Duration TrialTime = Duration.FromMilliseconds(1500);

    /// <summary>Part of the line's rate from which it is full: at the end of a try others have taken what the clamped flows left.</summary>
    public const double FullPart = 0.85;

    /// <summary>Weight of an interval in the line's rate while the rate of arrivals is lower: about 5 s.</summary>
    public const double LineRateWeight = 0.02;
}
