using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Controls when OpenSim resends a client's packets. OpenSim compares the time since a packet's last transmission with one timeout for all
/// packets, which it recomputes after each pong; a timeout that is set here overrides OpenSim's. To double the interval before each further
/// resend, the time of the last transmission is set into the future.
/// </summary>
/// <param name="tickCount">Returns the time of OpenSim's resend timer.</param>
internal sealed class ResendTimer(LLUDPClient client, Func<int> tickCount)
{
    private int _inForce = client.m_RTO, _openSims = client.m_RTO;
    private int? _set;

    /// <summary>
    /// The timeout before the first resend. Unless it is set here, it is five times the smoothed ping time, between 250 and 3000 ms.
    /// </summary>
    public Duration Timeout => Duration.FromMilliseconds(_set ?? client.m_RTO);

    /// <summary>Sets the timeout; null restores OpenSim's own.</summary>
    public void Set(Duration? timeout)
    {
        DetectPong();
        _set = timeout is { } time ? (int)Math.Ceiling(time.Milliseconds) : null;
        client.m_RTO = _inForce = _set ?? _openSims;
    }

    /// <summary>Restores the set timeout, which a pong may have changed, before OpenSim checks which packets have expired.</summary>
    public void Renew()
    {
        DetectPong();
        if (_set is { } milliseconds)
            client.m_RTO = _inForce = milliseconds;
    }

    /// <summary>
    /// Restarts the timer of a packet after a resend, successful or failed. A packet's time is 0 while OpenSim considers the packet queued.
    /// </summary>
    public void Restart(OutgoingPacket packet)
    {
        Duration longer = ResendBackoff.Interval(Timeout, packet.ResendCount) - Timeout;
        int now = tickCount();
        Interlocked.Exchange(ref packet.TickCount, now + (int)Math.Min(longer.Milliseconds, int.MaxValue - now));
    }

    /// <summary>If the client's timeout differs from the one in force, OpenSim has computed a new timeout after a pong.</summary>
    private void DetectPong()
    {
        if (client.m_RTO != _inForce)
            _inForce = _openSims = client.m_RTO;
    }
}
