using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>Runs OpenSim's own scheduling for a circuit, and counts the packets that it sends.</summary>
internal sealed class StockScheduling
{
    private PerChannel<OutgoingPacket?> _heads;
    private PerChannel<int> _bytes;

    /// <summary>
    /// Runs one pass over a circuit, which sends at most one packet per channel; returns whether OpenSim wants the next pass immediately.
    /// </summary>
    public bool Run(CircuitSender<ClientCircuit> circuit, Instant now)
    {
        circuit.Observe(now);
        ClientCircuit port = circuit.Port;
        // OpenSim sends a parked packet before those in its queue. Park the first packet of each queue, so that sent packets can be
        // recognised.
        foreach (Channel channel in ChannelSet.All)
            (_bytes[channel], _heads[channel]) = (port.HoldHead(channel), port.Queues.Head(channel));
        try
        {
            return port.Client.DequeueOutgoing();
        }
        catch
        {
            SendParked(circuit, now);
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
            if (_heads[channel] is not { } head || circuit.Port.Queues.Head(channel) == head)
                continue;
            circuit.CountStockSent(new Grant(channel, _bytes[channel], Borrowed: false), now);
            circuit.Port.RecordSent(head, channel);
        }
    }

    /// <summary>
    /// A packet that OpenSim fails to send stays parked, and would fail in every pass. OpenSim does not report which packet failed, so each
    /// parked packet is sent separately and removed whether that fails or not.
    /// </summary>
    private void SendParked(CircuitSender<ClientCircuit> circuit, Instant now)
    {
        foreach (Channel channel in ChannelSet.All)
        {
            if (_heads[channel] is null || circuit.Port.Queues.Head(channel) != _heads[channel])
                continue;
            _heads[channel] = null;
            Grant grant = new(channel, _bytes[channel], Borrowed: false);
            circuit.CountStockSent(grant, now);
            try
            {
                circuit.Port.Send(grant);
            }
            catch
            {
                // The failure of OpenSim's own attempt has already been reported.
            }
        }
    }
}
