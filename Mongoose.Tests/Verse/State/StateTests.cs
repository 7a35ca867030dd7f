using Mongoose.Verse.State;

namespace Mongoose.Tests.Verse.State;

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
        {
            state.Apply(key, (long)key + 10, isRemoval: true);
            state.DropTombstones(oldest: 0);
        }
        Assert.That(state.Tombstones, Is.EqualTo(100));
        Assert.That(state.Apply(1, 6, isRemoval: false), Is.EqualTo(Effect.Obsolete), "also after the tombstone is forgotten");
        Assert.That(state.Keys, Is.Zero);
    }

    [Test]
    public void Removals_of_a_packet_do_not_make_its_other_values_obsolete()
    {
        ReceivedState state = new(maxKeys: 2);
        for (ulong key = 1; key <= 5; key++)
            Assert.That(state.Apply(key, 10, isRemoval: true), Is.EqualTo(Effect.Newer));
        Assert.That(state.Apply(6, 10, isRemoval: false), Is.EqualTo(Effect.Newer));
        state.DropTombstones(oldest: 0);
        Assert.That((state.Tombstones, state.Forgotten), Is.EqualTo((2, 10L)));
    }

    [Test]
    public void A_removal_that_comes_again_changes_nothing_but_what_is_older()
    {
        ReceivedState state = new(maxKeys: 10);
        Assert.That(state.Apply(1, 5, isRemoval: true), Is.EqualTo(Effect.Newer));
        Assert.That(state.Apply(1, 9, isRemoval: true), Is.EqualTo(Effect.Obsolete));
        Assert.That(state.Apply(1, 8, isRemoval: false), Is.EqualTo(Effect.Obsolete), "it was sent before the removal came again");
        state.DropTombstones(oldest: 6);
        Assert.That(state.Apply(1, 8, isRemoval: false), Is.EqualTo(Effect.Obsolete), "only the first tombstone is forgotten");
        Assert.That(state.Apply(1, 10, isRemoval: false), Is.EqualTo(Effect.Newer));
    }

    [Test]
    public void What_does_not_fit_changes_nothing()
    {
        SendState state = new(queueRule: false, resendRule: true, maxKeys: 10, maxWaiting: 2);
        state.Set(1, [1], 128);
        state.Set(2, [2], 128);
        Assert.Throws<ArgumentException>(() => state.Set(3, [3], 128));
        Assert.That(state.Keys, Is.EqualTo(2));
        Assert.Throws<ArgumentException>(() => state.Remove(1, 128));
        state.OnAcked(SendNext(state, 1));
        state.Remove(1, 128);
        SendNext(state, 2);
        Assert.That((SendNext(state, 3).KeyNumber, state.Waiting.Count), Is.EqualTo((1UL, 0)), "the removal was not forgotten");
    }

    [Test]
    public void Without_the_queue_rule_a_lost_value_is_left_out_when_a_newer_one_is_set()
    {
        SendState state = new(queueRule: false, resendRule: true, maxKeys: 10, maxWaiting: 1);
        state.Set(1, [1], 128);
        state.OnLost(SendNext(state, 1));
        state.Set(1, [2], 128);
        Assert.That(SendNext(state, 2).Bytes.ToArray(), Is.EqualTo(new byte[] { 2 }));
        Assert.That((state.Waiting.Count, state.LeftOut, state.ValuesMade), Is.EqualTo((0, 1L, 1)));
    }

    private static Value SendNext(SendState state, long packet)
    {
        Value value = state.Waiting.Peek()!;
        state.Send(value, packet, value.Length + 2);
        return value;
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
