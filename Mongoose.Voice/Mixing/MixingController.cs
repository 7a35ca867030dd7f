using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Voice.Mixing;

/// <summary>
/// Decides for one peer and direction how many streams are sent: as many as the path carries beside TCP. The owner sends the streams in packets with
/// consecutive numbers, and passes on what the receiver reports.
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
public sealed class MixingController
{
    /// <param name="options">The options.</param>
    /// <param name="now">The time.</param>
    public MixingController(MixingOptions options, Instant now) => throw new NotImplementedException();

    /// <summary>The streams that may be sent, a mix included; 0 while only probes may be sent.</summary>
    public int Streams => throw new NotImplementedException();

    /// <summary>When the next probe may be sent; <see cref="Instant.Never"/> while streams may be sent.</summary>
    public Instant NextProbe => throw new NotImplementedException();

    public MixingState State => throw new NotImplementedException();

    /// <summary>Reports that a packet was sent: of streams, or a probe.</summary>
    /// <param name="number">Its number: 1 more than that of the packet before; it may wrap.</param>
    /// <param name="bytes">Its IP bytes.</param>
    /// <param name="now">The time.</param>
    public void Sent(uint number, int bytes, Instant now) => throw new NotImplementedException();

    /// <summary>Processes a report of the receiver. Numbers that were never sent change nothing.</summary>
    public void Received(in ArrivalReport report, Instant now) => throw new NotImplementedException();

    /// <summary>Advances the time; to be called once per packet interval, before its packets are sent.</summary>
    /// <param name="active">The streams that there are to send: the active sources.</param>
    /// <param name="now">The time.</param>
    public void Tick(int active, Instant now) => throw new NotImplementedException();
}
