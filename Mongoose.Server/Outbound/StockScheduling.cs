using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>Leaves a circuit to OpenSim's own scheduling, and counts what that sends.</summary>
internal sealed class StockScheduling
{
    private PerChannel<OutgoingPacket?> _heads;
    private PerChannel<int> _bytes;

    /// <summary>One pass over a circuit: at most a packet of each channel. Whether OpenSim wants the next pass at once.</summary>
    public bool Run(CircuitSender<ClientCircuit> circuit, Instant now)
    {
        circuit.Observe(now);
        ClientCircuit port = circuit.Port;
        // OpenSim sends the packet that is parked before those in the queue: each queue's first is parked now, so what has gone shows.
        foreach (Channel channel in ChannelSet.All)
            (_bytes[channel], _heads[channel]) = (port.HeadBytes(channel), port.Queues.Head(channel));
        try
        {
            return port.Client.DequeueOutgoing();
        }
        catch
        {
            SendParked(port);
            throw;
        }
        finally
        {
            CountSent(circuit, now);
        }
    }

    private void CountSent(CircuitSender<ClientCircuit> circuit, Instant now)
    {
        foreach (Channel channel in ChannelSet.All)
        {
            if (_heads[channel] is not null && circuit.Port.Queues.Head(channel) != _heads[channel])
                circuit.CountSent(new Grant(channel, _bytes[channel], Borrowed: false), now);
        }
    }

    /// <summary>
    /// A packet that OpenSim fails to send stays parked, and would fail for ever; OpenSim does not say which of them it is. So each is sent by
    /// itself, and leaves its place whether that fails or not.
    /// </summary>
    private void SendParked(ClientCircuit port)
    {
        foreach (Channel channel in ChannelSet.All)
        {
            if (_heads[channel] is null || port.Queues.Head(channel) != _heads[channel])
                continue;
            try
            {
                port.Send(new Grant(channel, _bytes[channel], Borrowed: false));
            }
            catch
            {
                // OpenSim's own attempt has failed before it, and is reported.
            }
        }
    }
}
