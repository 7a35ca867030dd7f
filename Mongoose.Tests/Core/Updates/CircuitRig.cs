using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>
/// A circuit whose updates are queued, sent, acknowledged and resent by a test. Its packets are known by their sequence numbers.
/// </summary>
internal sealed class CircuitRig
{
    private readonly Dictionary<uint, byte[]> _unacked = [];
    private readonly Queue<(long Ordinal, byte[] Datagram)> _waiting = [];
    private readonly CircuitUpdates _updates;

    public CircuitRig(ResendRule rule = ResendRule.Trimmed, uint firstNumber = 1)
    {
        Next = firstNumber;
        _updates = new CircuitUpdates(rule, new UpdateTrimmer(), _unacked.ContainsKey);
    }

    /// <summary>The number of the next packet.</summary>
    public uint Next { get; private set; }

    public IReadOnlyCollection<uint> Unacked => _unacked.Keys;

    public int Waiting => _waiting.Count;

    public (int Packets, int Objects) Record => (_updates.Packets, _updates.Objects);

    public CircuitRig Queue(byte[] datagram)
    {
        byte[] own = [.. datagram];
        _waiting.Enqueue((_updates.Queued(own), own));
        return this;
    }

    /// <summary>Sends the packet that waits longest.</summary>
    public uint SendNext()
    {
        (long ordinal, byte[] datagram) = _waiting.Dequeue();
        uint number = Next++;
        DatagramHeader.SetSequence(datagram, number);
        _unacked.Add(number, datagram);
        _updates.Sent(ordinal, number);
        return number;
    }

    public uint Send(byte[] datagram)
    {
        Queue(datagram);
        return SendNext();
    }

    public CircuitRig Ack(uint number)
    {
        _unacked.Remove(number);
        _updates.ForgetAcked();
        return this;
    }

    public bool IsObsolete(uint number) => _updates.IsObsolete(number, _unacked[number]);

    /// <summary>Resends a packet and returns it as it is sent.</summary>
    public byte[] Resend(uint number)
    {
        byte[] datagram = _unacked[number];
        DatagramHeader.MarkResent(datagram);
        return _unacked[number] = datagram[.._updates.Trim(number, datagram)];
    }

    public ResendCounts Describe(uint number) => _updates.Describe(number, _unacked[number]);

    /// <summary>The packet that waits longest cannot be sent.</summary>
    public void FailToSend()
    {
        _waiting.Dequeue();
        _updates.Clear();
    }
}
