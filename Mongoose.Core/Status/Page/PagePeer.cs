using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>A peer of a mixer on the status page. What is unknown is null.</summary>
public sealed record PagePeer
{
    /// <summary>The peer's name.</summary>
    public required string Name { get; init; }

    /// <summary>What it is, such as a client.</summary>
    public required string Role { get; init; }

    /// <summary>The status, in one word.</summary>
    public required string Status { get; init; }

    /// <summary>What the status means, and what helps.</summary>
    public required string Reason { get; init; }

    /// <summary>Whether somebody has to do something about it.</summary>
    public bool IsHarmed { get; init; }

    /// <summary>Voices that are heard from it.</summary>
    public int Heard { get; init; }

    /// <summary>Streams that path and settings allow; null if it gets one stream made for it.</summary>
    public int? Allowed { get; init; }

    /// <summary>The signal that decides the number of streams.</summary>
    public required string Mode { get; init; }

    /// <summary>The rate that a TCP would have on its path; null before the first loss.</summary>
    public DataRate? FairRate { get; init; }

    /// <summary>Whether reports measure the path: without them, figures of the path are null.</summary>
    public bool IsMeasured { get; init; }

    /// <summary>The longest delay that the mixer adds to one of its voices now.</summary>
    public Duration Delay { get; init; }

    /// <summary>Frames of its voices that were lost or late, since the start.</summary>
    public long Missing { get; init; }

    /// <summary>Changes of the number of streams, since the start.</summary>
    public long Changes { get; init; }

    /// <summary>Datagrams and streams that were not accepted, since the start.</summary>
    public long Refused { get; init; }

    /// <summary>Streams sent with one voice.</summary>
    public required Series Alone { get; init; }

    /// <summary>Voices that were mixed.</summary>
    public required Series Mixed { get; init; }

    /// <summary>The round trip, in milliseconds; 0 if it is not measured.</summary>
    public required Series RoundTrip { get; init; }

    /// <summary>Its part in queues, in milliseconds.</summary>
    public required Series Queue { get; init; }

    /// <summary>The loss event rate, in percent.</summary>
    public required Series LossEvents { get; init; }

    /// <summary>Frames of its voices that were lost or late, in percent of those expected.</summary>
    public required Series MissingPart { get; init; }

    /// <summary>The rate of IP bytes sent, in kbit/s.</summary>
    public required Series Sent { get; init; }

    /// <summary>The rate of IP bytes received, in kbit/s.</summary>
    public required Series Received { get; init; }
}
