using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Makes OpenSim wait twice as long for each further resend of a packet. OpenSim compares the time of the last sending with one timeout for
/// all packets; a time that lies in the future makes it wait longer.
/// </summary>
/// <param name="client">Whose packets.</param>
/// <param name="tickCount">The time, as OpenSim notes it.</param>
internal sealed class ResendTimer(LLUDPClient client, Func<int> tickCount)
{
    /// <summary>OpenSim's timeout for the first resend: five smoothed pings, 250 to 3000 ms.</summary>
    public Duration Timeout => Duration.FromMilliseconds(client.m_RTO);

    /// <summary>A resend has been sent, or its sending has failed. The packet's time is 0 while OpenSim believes it queued.</summary>
    public void Restart(OutgoingPacket packet)
    {
        Duration longer = ResendBackoff.Interval(Timeout, packet.ResendCount) - Timeout;
        int now = tickCount();
        Interlocked.Exchange(ref packet.TickCount, now + (int)Math.Min(longer.Milliseconds, int.MaxValue - now));
    }
}
