using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Particles;

/// <summary>The particles of a flow at one moment of its run.</summary>
internal sealed record ParticleReading
{
    /// <summary>The number of particles that move.</summary>
    public int Moving { get; init; }

    /// <summary>The mean over all particles of the time for which a newer state than the shown one has existed, in ms.</summary>
    public double MeanAgeMs { get; init; }

    public double MaxAgeMs { get; init; }

    /// <summary>The number of particles for which a newer state than the shown one has existed for longer than a frame.</summary>
    public int Wrong { get; init; }

    /// <summary>Values so far that arrived after a newer one of the same particle.</summary>
    public long OldValues { get; init; }

    /// <summary>Delays and traffic so far.</summary>
    public ParticleCounts Counts { get; init; } = ParticleCounts.None;
}

/// <summary>Delays and traffic of a flow of particles from its start until now.</summary>
/// <param name="Delays">The time from a value's frame to its arrival.</param>
/// <param name="SentBytes">Bytes on the wire, from the IP header on.</param>
/// <param name="ResentBytes">Bytes of messages that were sent again; null if the transport does not count them.</param>
internal sealed record ParticleCounts(DelaySummary Delays, long SentBytes, long? ResentBytes)
{
    public static readonly ParticleCounts None = new(DelaySummary.Empty, 0, 0);
}
