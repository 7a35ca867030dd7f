using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Links;

/// <summary>
/// The path from the transmitter to the receiver: delay and jitter, reordering, duplication. All overtaken packets get the same additional
/// delay, so they too keep their order: two plain queues hold the packets in flight, and no heap is needed.
/// </summary>
internal sealed class Propagation
{
    // Random streams separate from that of the losses: drawing from one does not change another.
    private const long JitterStream = 1, ReorderingStream = 2, DuplicationStream = 3;

    private readonly IScheduler _scheduler;
    private readonly LinkOptions _options;
    private readonly SeededRandom _jitter;
    private readonly SeededRandom _reordering;
    private readonly SeededRandom _duplication;
    private readonly Queue<InFlight> _inOrder = new();
    private readonly Queue<InFlight> _overtaken = new();
    private readonly Alarm _delivery;
    private readonly Instant _started;
    private Duration _delay;
    private Duration _delayBefore;
    private int _stepsTaken;
    private Instant _latest = Instant.Zero;

    public Propagation(IScheduler scheduler, LinkOptions options)
    {
        _scheduler = scheduler;
        _options = options;
        (_started, _delay) = (scheduler.Now, options.Delay);
        _jitter = new SeededRandom(options.Seed, JitterStream);
        _reordering = new SeededRandom(options.Seed, ReorderingStream);
        _duplication = new SeededRandom(options.Seed, DuplicationStream);
        _delivery = new Alarm(scheduler, Deliver);
    }

    public long Duplicated { get; private set; }

    public PacketCount Delivered { get; private set; }

    public ILinkMonitor? Monitor { get; set; }

    /// <param name="packet">The packet to deliver.</param>
    /// <param name="sent">When its last bit was sent; never before that of the previous packet.</param>
    public void Begin(Packet packet, Instant sent)
    {
        Instant arrives = sent + DelayAt(sent);
        if (_options.Jitter > Duration.Zero)
            arrives += _jitter.NextDuration(Duration.Zero - _options.Jitter, _options.Jitter);
        arrives = _latest = Instant.Max(arrives, _latest);
        if (_duplication.Chance(_options.Duplication))
        {
            Duplicated++;
            Packet copy = packet.Copy();
            Add(packet, arrives);
            Add(copy, arrives);
        }
        else
        {
            Add(packet, arrives);
        }
    }

    private Duration DelayAt(Instant sent)
    {
        IReadOnlyList<DelayStep> steps = _options.DelaySteps;
        for (; _stepsTaken < steps.Count && sent >= _started + steps[_stepsTaken].From; _stepsTaken++)
            (_delayBefore, _delay) = (_delay, steps[_stepsTaken].Delay);
        if (_stepsTaken == 0)
            return _delay;
        DelayStep last = steps[_stepsTaken - 1];
        Duration since = sent - (_started + last.From);
        return since < last.Ramp ? _delayBefore + (_delay - _delayBefore) * (since / last.Ramp) : _delay;
    }

    private void Add(Packet packet, Instant arrives)
    {
        Queue<InFlight> queue = _inOrder;
        if (_options.Reordering is { } reordering && _reordering.Chance(reordering.Probability))
        {
            queue = _overtaken;
            arrives += reordering.ExtraDelay;
        }
        queue.Enqueue(new InFlight(arrives, packet));
        _delivery.SetNoLaterThan(arrives);
    }

    private void Deliver()
    {
        Instant now = _scheduler.Now, next;
        while ((next = NextOf(out Queue<InFlight> queue)) <= now)
            Deliver(queue.Dequeue().Packet, now);
        if (next < Instant.Never)
            _delivery.Set(next);
    }

    private void Deliver(Packet packet, Instant now)
    {
        Delivered = Delivered.WithPacket(packet.WireBytes);
        Monitor?.Delivered(packet, now);
        packet.Receiver!.Receive(packet);
    }

    /// <summary>
    /// When the next packet arrives, and the queue that it heads; if both heads arrive at the same time, the one in order comes first.
    /// </summary>
    private Instant NextOf(out Queue<InFlight> queue)
    {
        Instant inOrder = FirstOf(_inOrder), overtaken = FirstOf(_overtaken);
        queue = overtaken < inOrder ? _overtaken : _inOrder;
        return Instant.Min(inOrder, overtaken);
    }

    private static Instant FirstOf(Queue<InFlight> queue) => queue.TryPeek(out InFlight first) ? first.ArrivesAt : Instant.Never;

    private readonly record struct InFlight(Instant ArrivesAt, Packet Packet);
}
