using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>
/// A model of OpenSim's outbound thread: it passes over all circuits again and again. In each pass a channel sends at most one packet,
/// limited by its own bucket; after a pass that sends nothing the thread sleeps for 15 ms.
/// <para>
/// Two of its properties matter most. Bandwidth that a channel does not use is lost, because buckets do not lend. And with more than 50
/// unacked packets a circuit sends only resends, yet counts as busy, so the thread does not sleep: it spins. The scene's limit of
/// 50 Mbit/s is not modelled.
/// </para>
/// </summary>
internal sealed class StockOutbound : IOutbound
{
    public const int UnackedLimit = 50;

    /// <summary>The actual duration of a 15 ms sleep on Linux.</summary>
    private static readonly Duration Sleep = Duration.FromMilliseconds(15.1);

    private static readonly Duration SleepWithoutCircuits = Duration.FromMilliseconds(100);

    /// <summary>The approximate duration of a pass in OpenSim.</summary>
    internal static readonly Duration PassTime = Duration.FromMicroseconds(10);

    private static readonly Duration RefillInterval = Duration.FromMilliseconds(20);
    private static readonly Duration TaskRefill = Duration.FromMilliseconds(30);
    private const int TexturePacketsPerRefill = 20;
    private const int LowQueuePackets = 5;
    private const ChannelSet Refillable = ChannelSet.Task | ChannelSet.Texture;

    private readonly IScheduler _scheduler;
    private readonly List<CircuitState> _circuits = [];
    private readonly Action _pass;

    public StockOutbound(IScheduler scheduler)
    {
        _scheduler = scheduler;
        _pass = Pass;
        scheduler.At(scheduler.Now, _pass);
    }

    public bool BacksOffResends => false;

    /// <summary>Number of passes over stalled circuits, one after the other without sleep.</summary>
    public long StalledPasses { get; private set; }

    public void Opened(Circuit circuit) => _circuits.Add(new CircuitState(circuit));

    public void Notify(Circuit circuit, CircuitEvents events)
    {
        // The stock thread only wakes on a timer.
    }

    public AckInbox? InboxOf(Circuit circuit) => null;

    private void Pass()
    {
        _circuits.RemoveAll(static state => state.Circuit.IsClosed);
        bool busy = false;
        foreach (CircuitState state in _circuits)
            busy |= Serve(state);
        if (busy)
            _scheduler.AfterWork(PassTime, _pass);
        else
            _scheduler.At(_scheduler.Now + (_circuits.Count == 0 ? SleepWithoutCircuits : Sleep), _pass);
    }

    /// <summary>Serves one circuit in one pass; returns whether the circuit counts as busy.</summary>
    private bool Serve(CircuitState state)
    {
        Circuit circuit = state.Circuit;
        Instant now = _scheduler.Now;
        state.ReadRates();
        bool sent = TrySend(state, Channel.Resend, now);
        if (circuit.UnackedPackets > UnackedLimit)
        {
            if (!state.IsStalled)
                circuit.CountStalls(1);
            state.IsStalled = true;
            StalledPasses++;
            return true;
        }
        state.IsStalled = false;

        ChannelSet low = ChannelSet.None;
        for (Channel channel = Channel.Land; channel <= Channel.Asset; channel++)
        {
            bool waits = circuit.HeadBytes(channel) > 0;
            bool channelSent = waits && TrySend(state, channel, now);
            sent |= channelSent;
            if ((!waits || channelSent) && circuit.QueuedPackets(channel) < LowQueuePackets)
                low = low.With(channel);
        }
        Refill(state, low & Refillable, now);
        return sent;
    }

    private static bool TrySend(CircuitState state, Channel channel, Instant now)
    {
        int bytes = state.Circuit.HeadBytes(channel);
        if (bytes == 0 || !state.TryTake(channel, bytes, now))
            return false;
        state.Circuit.SendHead(channel);
        return true;
    }

    private void Refill(CircuitState state, ChannelSet low, Instant now)
    {
        Circuit circuit = state.Circuit;
        bool wanted = low.Contains(Channel.Task) && circuit.HasReady(Channel.Task)
            || low.Contains(Channel.Texture) && circuit.HasReady(Channel.Texture);
        if (!wanted || now < state.NextRefill)
            return;
        state.NextRefill = now + RefillInterval;
        // In OpenSim another thread does this, after the pass.
        state.RefillChannels = low;
        _scheduler.At(now, state.Refill);
    }

    private sealed class CircuitState
    {
        private ChannelRates _rates;
        private PerChannel<StockTokenBucket> _buckets;

        public CircuitState(Circuit circuit)
        {
            Circuit = circuit;
            Refill = RunRefill;
        }

        public Circuit Circuit { get; }

        public Instant NextRefill { get; set; } = Instant.Zero;

        public bool IsStalled { get; set; }

        public ChannelSet RefillChannels { get; set; }

        public Action Refill { get; }

        public void ReadRates()
        {
            if (_rates.Equals(Circuit.Rates))
                return;
            _rates = Circuit.Rates;
            foreach (Channel channel in ChannelSet.All)
                _buckets[channel].SetRate(_rates[channel]);
        }

        public bool TryTake(Channel channel, int bytes, Instant now) => _buckets[channel].TryTake(bytes, now);

        private void RunRefill()
        {
            if (Circuit.IsClosed)
                return;
            if (RefillChannels.Contains(Channel.Task))
                Circuit.TryMakeUpdatePackets(Circuit.Rates[Channel.Task].BytesIn(TaskRefill));
            for (int i = 0; RefillChannels.Contains(Channel.Texture) && i < TexturePacketsPerRefill; i++)
            {
                if (!Circuit.TryMakeTexturePacket(out _))
                    break;
            }
        }
    }
}
