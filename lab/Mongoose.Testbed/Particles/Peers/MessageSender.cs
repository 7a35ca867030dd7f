using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Sends values in messages of a library, as many to each as fit into a packet.</summary>
internal sealed class MessageSender : IStateSender
{
    /// <summary>The longest message: it fits into a packet of usrsctp, which has 1280 bytes, and of ENet, which has 1400.</summary>
    public const int MaxMessageBytes = 1200;

    private static readonly Duration RetryInterval = Duration.FromMilliseconds(1);

    private readonly IScheduler _scheduler;
    private readonly TrySendMessage _send;
    private readonly bool _givesUp;
    private readonly Func<WireCounts> _wire;
    private readonly ValuePacker _packer;
    private readonly Queue<byte[]> _refused = new();
    private readonly Alarm _retry;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="messageBytes">Bytes of a value.</param>
    /// <param name="givesUp">Whether a refused message is dropped; otherwise it is sent as soon as the library takes it.</param>
    /// <param name="send">Passes a message to the library.</param>
    /// <param name="wire">Reads the counters of the library.</param>
    public MessageSender(IScheduler scheduler, int messageBytes, bool givesUp, TrySendMessage send, Func<WireCounts> wire)
    {
        (_scheduler, _givesUp, _send, _wire) = (scheduler, givesUp, send, wire);
        _packer = new ValuePacker(MaxMessageBytes, messageBytes, Send);
        _retry = new Alarm(scheduler, Retry);
    }

    public WireCounts Wire => _wire();

    public void SendFrame(ReadOnlySpan<ParticleValue> moved) => _packer.Send(moved);

    public void Stop() => _retry.Cancel();

    private void Send(ReadOnlySpan<byte> message)
    {
        if ((_refused.Count == 0 && _send(message)) || _givesUp)
            return;
        _refused.Enqueue(message.ToArray());
        _retry.SetNoLaterThan(_scheduler.Now + RetryInterval);
    }

    private void Retry()
    {
        while (_refused.TryPeek(out byte[]? message) && _send(message))
            _refused.Dequeue();
        if (_refused.Count > 0)
            _retry.Set(_scheduler.Now + RetryInterval);
    }
}

/// <summary>Passes a message to a library, which may refuse it.</summary>
internal delegate bool TrySendMessage(ReadOnlySpan<byte> message);
