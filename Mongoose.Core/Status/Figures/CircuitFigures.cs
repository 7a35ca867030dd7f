using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Figures;

/// <summary>
/// The figures of a circuit at one moment. Console, statistics, metrics and page take them from here and only format them. For the page,
/// some are replaced by those of the last ten seconds.
/// docs/operators/metrics.md lists the words for them.
/// </summary>
public readonly record struct CircuitFigures
{
    /// <summary>The visitor's name.</summary>
    public string Name { get; init; }

    /// <summary>The name of the region.</summary>
    public string Region { get; init; }

    /// <summary>The circuit's number in this process.</summary>
    public int Number { get; init; }

    /// <summary>The avatar's number in this process: the same in all its circuits.</summary>
    public int Avatar { get; init; }

    /// <summary>Whether the avatar is in a neighbouring region.</summary>
    public bool IsChild { get; init; }

    /// <summary>The kind of the agent, as a label of metrics.</summary>
    public string Kind => KindOf(IsChild);

    /// <summary>The rate that the viewer requests, before OpenSim and caps; null before its first request.</summary>
    public DataRate? RequestedRate { get; init; }

    /// <summary>The rate that the region allows: the requested one, after OpenSim and caps.</summary>
    public DataRate AllowedRate { get; init; }

    /// <summary>The rate that path control permits; null without path control.</summary>
    public DataRate? PathRate { get; init; }

    /// <summary>
    /// The rate that the circuit may use now: its share, if the region's limit is overbooked. Stock throttles do not divide that limit.
    /// </summary>
    public DataRate CurrentRate { get; init; }

    /// <summary>The rate sent in the last second.</summary>
    public DataRate UsedRate { get; init; }

    /// <summary>The rate that the region's limit and the host's uplink leave to all its circuits; zero if nothing limits them.</summary>
    public DataRate RegionRate { get; init; }

    /// <summary>The circuit's limit in the last second.</summary>
    public LimitedBy Limit { get; init; }

    /// <summary>The mode of path control; null without it.</summary>
    public PathMode? Mode { get; init; }

    /// <summary>Whether path control still searches for the rate that the path carries.</summary>
    public bool IsSearching { get; init; }

    /// <summary>Time that packets wait in queues on the path; null if acks are not used.</summary>
    public Duration? PathDelay { get; init; }

    /// <summary>The fraction of packets lost since the circuit began or since the last reset, 0 to 1; null if none were sent.</summary>
    public double? LostFraction { get; init; }

    /// <summary>Outcomes of reliable packets since the circuit began.</summary>
    public PathCounts Path { get; init; }

    /// <summary>Bytes of UDP payload sent since the circuit began.</summary>
    public long SentBytes { get; init; }

    /// <summary>Packets sent again since the last reset.</summary>
    public long ResentPackets { get; init; }

    /// <summary>Bytes in the region's queues, estimated from the mean packet size.</summary>
    public long QueuedBytes { get; init; }

    /// <summary>Packets in the region's queues.</summary>
    public long QueuedPackets { get; init; }

    /// <summary>Time that half of the packets did not exceed in the region's queues since the last reset.</summary>
    public Duration QueueDelayP50 { get; init; }

    /// <summary>Time that 99 of 100 packets did not exceed in the region's queues since the last reset.</summary>
    public Duration QueueDelayP99 { get; init; }

    /// <summary>
    /// Time that 99 of 100 packets of the last second did not exceed in the region's queues; null without a history.
    /// </summary>
    public Duration? RecentQueueDelay { get; init; }

    /// <summary>Bytes sent and not yet acknowledged.</summary>
    public long UnackedBytes { get; init; }

    /// <summary>The limit on <see cref="UnackedBytes"/>.</summary>
    public long WindowBytes { get; init; }

    /// <summary>How often that limit was reached since the last reset.</summary>
    public long Stalls { get; init; }

    /// <summary>The visitor's downloads by HTTP, from all regions of the process; null if there are none.</summary>
    public DownloadFigures? Downloads { get; init; }

    /// <summary><see cref="Downloads"/> in the region where the avatar is, so that they are shown once; null elsewhere.</summary>
    public DownloadFigures? DownloadsHere => IsChild ? null : Downloads;

    /// <summary>A root agent or a child agent, as a label of metrics.</summary>
    public static string KindOf(bool isChild) => isChild ? "child" : "root";
}
