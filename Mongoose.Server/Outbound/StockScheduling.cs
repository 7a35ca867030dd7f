using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Statistics;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>Leaves a circuit to OpenSim's own scheduling, and counts what that sends.</summary>
internal sealed class StockScheduling(LLUDPClient client, CircuitQueues queues, CircuitCounters counters)
{
    private readonly OutgoingPacket?[] _heads = new OutgoingPacket?[ChannelRates.Count];
    private readonly int[] _bytes = new int[ChannelRates.Count];

    /// <summary>One pass: at most a packet of each channel. Whether it wants the next one at once.</summary>
    public bool Run(Instant now)
    {
        queues.NoteArrivals(now);
        // OpenSim sends the packet that is parked before those in the queue: park each queue's first, and what has gone can be told.
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            _bytes[i] = queues.HeadBytes((Channel)i);
            _heads[i] = queues.Head((Channel)i);
        }
        try
        {
            return client.DequeueOutgoing();
        }
        catch
        {
            DropFirst();
            throw;
        }
        finally
        {
            CountSent(now);
        }
    }

    private void CountSent(Instant now)
    {
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            Channel channel = (Channel)i;
            if (_heads[i] is not null && queues.Head(channel) != _heads[i])
                counters.CountSent(new Grant(channel, _bytes[i], Borrowed: false), queues.Left(channel, now));
        }
    }

    /// <summary>A packet that OpenSim fails to send stays parked, and would fail for ever; those before it have gone.</summary>
    private void DropFirst()
    {
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            if (_heads[i] is null || queues.Head((Channel)i) != _heads[i])
                continue;
            queues.Drop((Channel)i);
            _heads[i] = null;
            return;
        }
    }
}
