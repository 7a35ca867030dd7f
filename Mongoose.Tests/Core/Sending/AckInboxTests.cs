using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

public sealed class AckInboxTests
{
    private readonly AckInbox _inbox = new();

    [Test]
    public void Notices_of_one_thread_are_taken_in_order()
    {
        Instant at = Instant.FromSeconds(3);
        _inbox.Datagram(7, at);
        _inbox.Acked(7, 100, at);
        _inbox.Acked(7, 101, at);
        Assert.That(Take(), Is.EqualTo(new AckNotice[] { new(at, 7, null), new(at, 7, 100), new(at, 7, 101) }));
        Assert.That(Take(), Is.Empty);
    }

    [Test]
    public void Excess_notices_are_dropped_and_taken_notices_make_room()
    {
        for (int round = 0; round < 3; round++)
        {
            for (uint i = 0; i < AckInbox.Capacity + 100; i++)
                _inbox.Acked(1, i, Instant.Zero);
            Assert.That(Take().Select(notice => notice.Acked), Is.EqualTo(Enumerable.Range(0, AckInbox.Capacity).Select(i => (uint?)i)),
                $"round {round}");
        }
    }

    [Test]
    public void Concurrent_threads_lose_nothing_and_each_keeps_its_order()
    {
        const int threads = 4, each = AckInbox.Capacity / threads;
        List<AckNotice> taken = [];
        Thread[] writers = [.. Enumerable.Range(0, threads).Select(thread => new Thread(() =>
        {
            for (uint i = 0; i < each; i++)
                _inbox.Acked((uint)thread, i, Instant.Zero);
        }))];
        Array.ForEach(writers, writer => writer.Start());
        while (Array.Exists(writers, writer => writer.IsAlive))
            taken.AddRange(Take());
        taken.AddRange(Take());
        for (uint thread = 0; thread < threads; thread++)
            Assert.That(taken.Where(notice => notice.Datagram == thread).Select(notice => notice.Acked),
                Is.EqualTo(Enumerable.Range(0, each).Select(i => (uint?)i)));
    }

    [Test]
    public void However_threads_flood_it_at_most_its_capacity_is_queued()
    {
        Thread[] writers = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            for (uint i = 0; i < 2 * AckInbox.Capacity; i++)
                _inbox.Datagram(i, Instant.Zero);
        }))];
        Array.ForEach(writers, writer => writer.Start());
        Array.ForEach(writers, writer => writer.Join());
        Assert.That(Take(), Has.Count.EqualTo(AckInbox.Capacity));
    }

    private List<AckNotice> Take()
    {
        List<AckNotice> taken = [];
        while (_inbox.TryTake(out AckNotice notice))
            taken.Add(notice);
        return taken;
    }
}
