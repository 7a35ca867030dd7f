using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>
/// Serves each circuit by its shaper: sends until tokens or queues are exhausted, then sleeps until the next token or until something
/// new comes. Queues are refilled as they are emptied and kept short, so that what leaves is fresh. In place of stock's limit on
/// unacked packets stands a window in bytes.
/// </summary>
internal sealed class MongooseOutbound(IScheduler scheduler, ShaperOptions options) : IOutbound
{
    /// <summary>Packets made ahead in a channel that is refilled on demand.</summary>
    private const int PacketsAhead = 2;

    private readonly Dictionary<Circuit, CircuitState> _circuits = [];

    public string Name => OutboundNames.Mongoose;

    public void Opened(Circuit circuit)
    {
        CircuitState state = new(circuit, scheduler, options);
        _circuits.Add(circuit, state);
        circuit.Closed += () => _circuits.Remove(circuit);
    }

    public void Wake(Circuit circuit)
    {
        if (_circuits.TryGetValue(circuit, out CircuitState? state))
            state.Wake();
    }

    private sealed class CircuitState
    {
        private readonly Circuit _circuit;
        private readonly IScheduler _scheduler;
        private readonly CircuitShaper _shaper;
        private readonly Alarm _alarm;
        private ChannelRates _rates;
        private bool _windowClosed;

        public CircuitState(Circuit circuit, IScheduler scheduler, ShaperOptions options)
        {
            _circuit = circuit;
            _scheduler = scheduler;
            _shaper = new CircuitShaper(options, scheduler.Now);
            _alarm = new Alarm(scheduler, Serve);
        }

        public void Wake() => _alarm.SetNoLaterThan(_scheduler.Now);

        private void Serve()
        {
            if (_circuit.IsClosed)
                return;
            Instant now = _scheduler.Now;
            ReadRates(now);
            WindowedQueues<Circuit> queues;
            do
            {
                Refill(Channel.Task);
                Refill(Channel.Texture);
                queues = new WindowedQueues<Circuit>(_circuit, IsWindowClosed());
            }
            while (TrySendNext(queues, now));
            _alarm.Set(_shaper.NextGrantAt(queues, now));
        }

        private bool TrySendNext(WindowedQueues<Circuit> queues, Instant now)
        {
            if (!_shaper.TryNext(queues, now, out Grant grant))
                return false;
            _circuit.SendHead(grant.Channel);
            return true;
        }

        private void Refill(Channel channel)
        {
            while (_circuit.QueuedPackets(channel) < PacketsAhead && _circuit.TryMakePacket(channel, out _))
            {
            }
        }

        private bool IsWindowClosed()
        {
            bool closed = _circuit.UnackedBytes > UnackedLimit.Default.Of(_shaper.CircuitRate, _circuit.RoundTrip);
            if (closed && !_windowClosed)
                _circuit.CountStall();
            _windowClosed = closed;
            return closed;
        }

        private void ReadRates(Instant now)
        {
            if (_rates.Equals(_circuit.Rates))
                return;
            _rates = _circuit.Rates;
            _shaper.SetRates(_rates.Total, _rates, now);
        }
    }
}
