using System.Runtime.ExceptionServices;
using Mongoose.Core.Lines;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>
/// Uses the sender that the region module runs in OpenSim. With <see cref="PollPolicy.EventDriven"/>, circuits notify it of all events.
/// With another policy they notify it of those that the module learns of in OpenSim, and polling finds the rest.
/// </summary>
internal sealed class MongooseOutbound : IOutbound
{
    private readonly IScheduler _scheduler;
    private readonly SendingOptions _options;
    private readonly RegionSender<Circuit> _sender;
    private readonly Dictionary<Circuit, CircuitSender<Circuit>> _circuits = [];
    private readonly CircuitEvents _announced;
    private readonly Alarm _alarm;

    public MongooseOutbound(IScheduler scheduler, SendingOptions options, UplinkShare? uplink)
    {
        _scheduler = scheduler;
        _options = options;
        _sender = new RegionSender<Circuit>(options, DataRate.Zero, static (_, failure) => ExceptionDispatchInfo.Throw(failure),
            scheduler.Now, uplink: uplink);
        CircuitEvents inOpenSim =
            CircuitEvents.Rates | CircuitEvents.TaskContent | (options.UsesAcks ? CircuitEvents.Acks : CircuitEvents.None);
        _announced = options.Polling == PollPolicy.EventDriven ? (CircuitEvents)~0 : inOpenSim;
        _alarm = new Alarm(scheduler, Serve);
    }

    public bool BacksOffResends => true;

    public void Opened(Circuit circuit)
    {
        CircuitSender<Circuit> sender = _sender.Open(circuit, _scheduler.Now, LineOf(circuit));
        _circuits.Add(circuit, sender);
        circuit.Closed += () =>
        {
            circuit.CountStalls(sender.Counters.Stalls);
            _circuits.Remove(circuit);
            _sender.Close(sender);
        };
        _alarm.SetNoLaterThan(_scheduler.Now);
    }

    public void Notify(Circuit circuit, CircuitEvents events)
    {
        if ((events & _announced) == CircuitEvents.None || !_circuits.TryGetValue(circuit, out CircuitSender<Circuit>? sender))
            return;
        sender.Notify(events);
        _alarm.SetNoLaterThan(_scheduler.Now);
    }

    public AckInbox? InboxOf(Circuit circuit) =>
        _circuits.TryGetValue(circuit, out CircuitSender<Circuit>? sender) ? sender.Path?.Inbox : null;

    private VisitorLine? LineOf(Circuit circuit) =>
        circuit is { Visitor: { } visitor, Lines: { } lines } && _options.PathControl is { } control
            ? lines.GetOrAdd(visitor, control, _scheduler.Now)
            : null;

    private void Serve() => _alarm.Set(_sender.Serve(_scheduler.Now));
}
