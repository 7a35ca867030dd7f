using Mongoose.Verse.State;

namespace Mongoose.Tests.Verse.State;

[Parallelizable(ParallelScope.All)]
public sealed class StateTests
{
    [Test]
    public void Busy_priorities_share_the_bytes_by_weight()
    {
        SendState state = new(queueRule: true, resendRule: true, maxKeys: 10_000, maxWaiting: 10_000);
        for (ulong key = 0; key < 4000; key++)
            state.Set(key, new byte[16], (byte)(key % 2 == 0 ? 128 : 135));
        int high = 0;
        for (int i = 0; i < 2000; i++)
        {
            Value next = state.Waiting.Peek()!;
            high += next.Priority == 135 ? 1 : 0;
            state.Send(next, i + 1, 18);
        }
        double weight = Math.Pow(1.1, 7); // 1.95
        Assert.That(high, Is.EqualTo(2000 * weight / (1 + weight)).Within(2));
    }

    [Test]
    public void Lost_values_return_in_their_order_to_the_head_of_their_priority()
    {
        SendState state = new(queueRule: true, resendRule: true, maxKeys: 10, maxWaiting: 10);
        state.Set(1, [1], 128);
        state.Set(2, [2], 128);
        Value first = state.Waiting.Peek()!;
        state.Send(first, 1, 3);
        Value second = first.NextInPacket = state.Waiting.Peek()!;
        state.Send(second, 1, 3);
        state.Set(3, [3], 128);
        state.OnLost(first);
        List<ulong> order = [];
        while (state.Waiting.Peek() is { } next)
        {
            order.Add(next.KeyNumber);
            state.Send(next, 2, 3);
        }
        Assert.That(order, Is.EqualTo(new ulong[] { 1, 2, 3 }));
    }

    [Test]
    public void The_window_is_released_by_replacement_ack_and_loss()
    {
        SendState state = new(queueRule: true, resendRule: true, maxKeys: 10, maxWaiting: 10);
        Value Send(long packet, int length)
        {
            state.Set(1, new byte[length], 128);
            Value value = state.Waiting.Peek()!;
            state.Send(value, packet, length + 2);
            return value;
        }
        Value old = Send(1, 99);
        Assert.That(state.WindowBytes, Is.EqualTo(100));
        Value newer = Send(2, 49);
        Assert.That(state.WindowBytes, Is.EqualTo(50), "the newer value replaces the old one");
        state.OnLost(old);
        Assert.That((state.WindowBytes, state.LeftOut), Is.EqualTo((50L, 1L)));
        state.OnAcked(newer);
        Assert.That(state.WindowBytes, Is.Zero);
    }

    [Test]
    public void A_tombstone_outlives_older_values_and_tombstones_are_bounded()
    {
        ReceivedState state = new(maxKeys: 100);
        Assert.That(state.Apply(1, 5, isRemoval: false), Is.EqualTo(Effect.Newer));
        Assert.That(state.Apply(1, 7, isRemoval: true), Is.EqualTo(Effect.Newer));
        Assert.That(state.Apply(1, 6, isRemoval: false), Is.EqualTo(Effect.Obsolete), "it was sent before the removal");
        for (ulong key = 2; key < 1000; key++)
            state.Apply(key, (long)key + 10, isRemoval: true);
        Assert.That(state.Tombstones, Is.EqualTo(100));
        Assert.That(state.Apply(1, 6, isRemoval: false), Is.EqualTo(Effect.Obsolete), "also after the tombstone is forgotten");
        Assert.That(state.Keys, Is.Zero);
    }

    [Test]
    public void Keys_are_bounded()
    {
        ReceivedState state = new(maxKeys: 2);
        state.Apply(1, 1, isRemoval: false);
        state.Apply(2, 1, isRemoval: false);
        Assert.That(state.Apply(3, 2, isRemoval: false), Is.EqualTo(Effect.TooManyKeys));
        Assert.That(state.Apply(2, 3, isRemoval: true), Is.EqualTo(Effect.Newer));
        Assert.That(state.Apply(3, 4, isRemoval: false), Is.EqualTo(Effect.Newer));
    }
}
