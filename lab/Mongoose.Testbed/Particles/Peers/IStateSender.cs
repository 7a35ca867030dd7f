namespace Mongoose.Testbed.Particles.Peers;

/// <summary>The sending end of a peer. Use it on its clock's thread.</summary>
internal interface IStateSender
{
    /// <summary>Sends the new states of a frame.</summary>
    /// <param name="moved">The particles that have moved, valid during the call.</param>
    void SendFrame(ReadOnlySpan<ParticleValue> moved);

    /// <summary>The counters of the data sent so far.</summary>
    WireCounts Wire { get; }
}

/// <summary>The traffic of a sender.</summary>
/// <param name="Bytes">Bytes on the wire, from the IP header on.</param>
/// <param name="ResentBytes">Bytes of messages that were sent again; null if the transport does not count them.</param>
internal readonly record struct WireCounts(long Bytes, long? ResentBytes);
