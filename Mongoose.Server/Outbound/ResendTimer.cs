using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// When OpenSim sends packets of a client again. It compares the time of the last sending with one timeout for all packets, and computes that
/// timeout from each pong; one that is set here stays in force all the same. For each further resend it is made to wait twice as long, by a
/// time of the last sending that lies in the future.
/// </summary>
/// <param name="client">Whose packets.</param>
/// <param name="tickCount">The time, as OpenSim notes it.</param>
internal sealed class ResendTimer(LLUDPClient client, Func<int> tickCount)
{
    private int _inForce = client.m_RTO, _openSims = client.m_RTO;
    private int? _set;

    /// <summary>For the first resend; unless it is set, five smoothed pings, 250 to 3000 ms.</summary>
    public Duration Timeout => Duration.FromMilliseconds(_set ?? client.m_RTO);

    /// <summary>Sets the timeout; null gives OpenSim's own back.</summary>
    public void Set(Duration? timeout)
    {
        NotePong();
        _set = timeout is { } time ? (int)Math.Ceiling(time.Milliseconds) : null;
        client.m_RTO = _inForce = _set ?? _openSims;
    }

    /// <summary>Puts the timeout that was set in force again, before OpenSim looks for what has expired.</summary>
    public void Renew()
    {
        NotePong();
        if (_set is { } milliseconds)
            client.m_RTO = _inForce = milliseconds;
    }

    /// <summary>A resend has been sent, or its sending has failed. The packet's time is 0 while OpenSim believes it queued.</summary>
    public void Restart(OutgoingPacket packet)
    {
        Duration longer = ResendBackoff.Interval(Timeout, packet.ResendCount) - Timeout;
        int now = tickCount();
        Interlocked.Exchange(ref packet.TickCount, now + (int)Math.Min(longer.Milliseconds, int.MaxValue - now));
    }

    private void NotePong()
    {
        if (client.m_RTO != _inForce)
            _inForce = _openSims = client.m_RTO;
    }
}
