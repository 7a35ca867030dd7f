using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Particles;

/// <summary>The particles of a flow at one moment of its run.</summary>
/// <param name="Moving">The number of particles that move.</param>
/// <param name="MeanAgeMs">
/// The mean over all particles of the time for which a newer state than the shown one has existed, in ms.
/// </param>
/// <param name="MaxAgeMs">The maximum of that time, in ms.</param>
/// <param name="Wrong">The number of particles for which a newer state than the shown one has existed for longer than a frame.</param>
/// <param name="OldValues">Values so far that arrived after a newer one of the same particle.</param>
/// <param name="Counts">Delays and traffic so far.</param>
internal sealed record ParticleReading(int Moving, double MeanAgeMs, double MaxAgeMs, int Wrong, long OldValues, ParticleCounts Counts);

/// <summary>Delays and traffic of a flow of particles from its start until now.</summary>
/// <param name="Delays">The time from a value's frame to its arrival.</param>
/// <param name="SentBytes">Bytes on the wire, from the IP header on.</param>
/// <param name="ResentBytes">Bytes of messages that were sent again; null if the transport does not count them.</param>
internal sealed record ParticleCounts(DelaySummary Delays, long SentBytes, long? ResentBytes)
{
    public static readonly ParticleCounts None = new(DelaySummary.Empty, 0, 0);
}
