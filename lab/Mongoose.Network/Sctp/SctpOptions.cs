using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Sctp;

/// <summary>
/// The options of an SCTP flow. These are fixed: packets of at most 1280 bytes (usrsctp's constant for this kind of address), NODELAY, one
/// stream, delayed SACKs of at most 200 ms for every second packet, NewReno-like congestion control (RFC 9260 section 7).
/// </summary>
public sealed record SctpOptions
{
    /// <summary>
    /// The bounds of <see cref="MinRto"/>; the lower one is the interval of usrsctp's timers, the upper one is RTO.Initial.
    /// </summary>
    public static readonly Duration MinMinRto = Duration.FromMilliseconds(10), MaxMinRto = Duration.FromSeconds(1);

    /// <summary>
    /// The maximum bytes of messages that wait to be sent or acknowledged: a message that does not fit is refused. The default is
    /// usrsctp's. A larger buffer makes messages older when the path is congested, because a message that was never sent does not expire.
    /// </summary>
    public int SendBufferBytes { get; init; } = 256 * 1024;

    /// <summary>
    /// The receive buffer, which limits data in flight, in bytes. usrsctp counts 256 bytes for each message on top of the content.
    /// </summary>
    public int ReceiveBufferBytes { get; init; } = 1024 * 1024;

    /// <summary>RTO.Min of RFC 9260 section 16, 10 ms to 1 s; the default is the RFC's. RTO.Initial is 1 s.</summary>
    public Duration MinRto { get; init; } = MaxMinRto;

    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    public void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(SendBufferBytes, SctpFlow.MaxMessageBytes);
        ArgumentOutOfRangeException.ThrowIfLessThan(ReceiveBufferBytes, 4 * SctpFlow.MaxMessageBytes);
        Allowed.Between(MinRto, MinMinRto, MaxMinRto, "SCTP, minimum RTO");
    }
}
