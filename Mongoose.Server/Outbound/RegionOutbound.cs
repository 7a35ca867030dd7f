using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Runs the passes of the sender's thread. A pass first does OpenSim's own circuit maintenance (acks, pings, resend timers). Then it runs
/// Mongoose's sender or, while Mongoose is disabled, OpenSim's scheduling. Both run on the same thread, so a switch loses no packets.
/// </summary>
internal sealed class RegionOutbound
{
    private static readonly Duration StockSleep = Duration.FromMilliseconds(15), EmptySleep = Duration.FromMilliseconds(50);

    /// <summary>Interval between checks for new and departed clients while there are circuits.</summary>
    private static readonly Duration RefreshInterval = Duration.FromMilliseconds(20);

    private static readonly Duration ResendInterval = Duration.FromMilliseconds(100);
    private static readonly Duration AckInterval = Duration.FromMilliseconds(500);
    private static readonly Duration PingInterval = Duration.FromMilliseconds(5000);
    private static readonly Duration WatchdogInterval = Duration.FromMilliseconds(250);

    private readonly RegionContext _context;
    private readonly Func<bool> _isShaping;
    private readonly CircuitRegistry _registry;
    private readonly StockScheduling _stock = new();
    private Deadline _refresh, _resend, _acks, _pings, _watchdog;

    /// <param name="isShaping">Returns whether Mongoose schedules; if false, OpenSim does.</param>
    /// <param name="limit">The region's limit; zero for none.</param>
    /// <param name="counters">The region's counts, which continue when OpenSim's console stops and restarts the thread.</param>
    /// <param name="wake">Wakes the thread that calls <see cref="Pass"/>.</param>
    public RegionOutbound(RegionContext context, Func<bool> isShaping, DataRate limit, RegionCounters counters, Action wake)
    {
        _context = context;
        _isShaping = isShaping;
        Sender = new RegionSender<ClientCircuit>(context.Settings.Sending, limit, Report, context.Clock(), counters, context.Uplink);
        _registry = new CircuitRegistry(context, Sender, wake);
    }

    public RegionSender<ClientCircuit> Sender { get; }

    /// <summary>Runs one pass over all circuits; returns when the next pass is due unless the thread is woken before.</summary>
    public Instant Pass(Instant now)
    {
        _context.Server.Scene.ThreadAlive(2);
        if (_watchdog.IsDue(now, WatchdogInterval))
            Watchdog.UpdateThread();
        if (_refresh.IsDue(now, RefreshInterval))
            _registry.Refresh(now);
        MaintainCircuits(now);
        if (Sender.Circuits.Count == 0)
            return now + EmptySleep;
        return Instant.Min(_isShaping() ? Sender.Serve(now) : ServeStock(now), _refresh.Next);
    }

    /// <summary>Handles a datagram received from a client. Called on the receiving thread, before OpenSim parses the datagram.</summary>
    public void Receive(LLUDPClient client, ReadOnlySpan<byte> datagram)
    {
        Instant arrived = _context.Clock();
        _registry.Find(client)?.Receive(datagram, arrived);
    }

    /// <summary>Closes all circuits.</summary>
    public void Close() => _registry.CloseAll();

    /// <summary>OpenSim's maintenance of the circuits, at OpenSim's intervals.</summary>
    private void MaintainCircuits(Instant now)
    {
        bool resend = _resend.IsDue(now, ResendInterval), acks = _acks.IsDue(now, AckInterval), pings = _pings.IsDue(now, PingInterval);
        if (!resend && !acks && !pings)
            return;
        foreach (CircuitSender<ClientCircuit> circuit in Sender.Circuits)
        {
            try
            {
                if (!circuit.Port.View.IsActive || !circuit.Port.Client.IsConnected)
                    continue;
                if (resend)
                    circuit.Port.CheckUnacked();
                if (acks)
                    _context.Server.SendAcks(circuit.Port.Client);
                if (pings)
                    _context.Server.SendPing(circuit.Port.Client);
            }
            catch (Exception exception)
            {
                Report(circuit, exception);
            }
        }
    }

    private Instant ServeStock(Instant now)
    {
        bool isBusy = false;
        Sender.ReportToUplink(now);
        foreach (CircuitSender<ClientCircuit> circuit in Sender.Circuits)
        {
            try
            {
                isBusy |= circuit.Port.Client.IsConnected && _stock.Run(circuit, now);
            }
            catch (Exception exception)
            {
                Report(circuit, exception);
            }
        }
        return isBusy ? now : now + StockSleep;
    }

    private void Report(CircuitSender<ClientCircuit> circuit, Exception exception) =>
        _context.Report(circuit.Port.View, "sending to", exception);

    /// <summary>The next time of a periodic task.</summary>
    private struct Deadline
    {
        public Instant Next { get; private set; }

        public bool IsDue(Instant now, Duration interval)
        {
            if (now < Next && Next - now <= interval)
                return false;
            Next = now + interval;
            return true;
        }
    }
}
