using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>Twenty avatars that walk, of whose packets one in twenty is lost, and objects that arrive and leave.</summary>
public sealed class CircuitUpdatesAllocationTests
{
    private const int InFlight = 64;

    private readonly byte[][] _packets =
    [
        AnyUpdate.Datagram(MessageId.ImprovedTerseObjectUpdate,
            [.. Enumerable.Range(1, 20).Select(id => new TestBlock((uint)id, BlockKind.Motion, id))], zeroCoded: true),
        AnyUpdate.Datagram(MessageId.ObjectUpdate, [.. Enumerable.Range(1, 5).Select(id => new TestBlock((uint)id, BlockKind.Full, id))],
            zeroCoded: true),
        AnyUpdate.Kill(3, 4),
    ];

    private readonly byte[] _lost = new byte[4096];
    private readonly bool[] _isUnacked = new bool[InFlight];
    private uint _number;

    [Test]
    public void Neither_a_packet_nor_a_resend_allocates()
    {
        CircuitUpdates updates = new(ResendRule.Trimmed, new UpdateTrimmer(), number => _isUnacked[number % InFlight]);
        long leftOut = 0;
        Assert.That(Allocation.FewestBytes(() => leftOut = Run(updates, packets: 10_000)), Is.Zero);
        Assert.That(leftOut, Is.GreaterThan(5000));
        Assert.That(updates.Packets, Is.LessThanOrEqualTo(InFlight));
        Assert.That(updates.Objects, Is.LessThanOrEqualTo(20));
    }

    private long Run(CircuitUpdates updates, int packets)
    {
        ResendCounts counts = default;
        for (int i = 0; i < packets; i++)
        {
            byte[] packet = _packets[_number % 50 == 0 ? 1 : _number % 50 == 25 ? 2 : 0];
            long ordinal = updates.Queued(packet);
            updates.Sent(ordinal, ++_number);
            _isUnacked[_number % InFlight] = _number % 20 == 0;
            if (_number % 20 == 19)
            {
                uint lost = _number - 19;
                packet = _packets[0];
                packet.CopyTo(_lost, 0);
                int length = updates.Trim(lost, _lost.AsSpan(0, packet.Length));
                counts += updates.Describe(lost, _lost.AsSpan(0, length));
                _isUnacked[lost % InFlight] = false;
            }
            updates.ForgetAcked();
        }
        return counts.BlocksLeftOut;
    }
}
