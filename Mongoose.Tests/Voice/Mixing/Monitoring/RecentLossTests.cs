using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

public sealed class RecentLossTests
{
    private static readonly Duration Window = Duration.FromSeconds(2);

    private RecentLoss _loss = new();

    [Test]
    public void Fewer_than_five_packets_say_nothing()
    {
        _loss.Lost(4, Instant.FromSeconds(10));
        Assert.That(Share(10), Is.Zero);
        _loss.Acked(1, Instant.FromSeconds(10));
        Assert.That(Share(10), Is.EqualTo(0.8));
    }

    [Test]
    public void Only_the_packets_of_the_window_count()
    {
        _loss.Lost(6, Instant.FromSeconds(10));
        _loss.Acked(18, Instant.FromSeconds(11));
        Assert.That(Share(11.99), Is.EqualTo(0.25));
        Assert.That(Share(12), Is.Zero);
        Assert.That(_loss.Share(Duration.FromSeconds(3), Instant.FromSeconds(12)), Is.EqualTo(0.25), "a longer window reaches back");
        Assert.That(_loss.Share(Duration.FromSeconds(3), Instant.FromSeconds(14)), Is.Zero, "too few");
    }

    [Test]
    public void After_a_long_time_nothing_counts()
    {
        _loss.Lost(6, Instant.FromSeconds(10));
        Assert.That(_loss.Share(Duration.FromSeconds(1000), Instant.FromSeconds(61.1)), Is.EqualTo(1));
        Assert.That(_loss.Share(Duration.FromSeconds(1000), Instant.FromSeconds(61.2)), Is.Zero);
        Assert.That(_loss.Share(Duration.FromSeconds(1000), Instant.FromSeconds(1e6)), Is.Zero);
    }

    [Test]
    public void It_allocates_nothing()
    {
        Instant now = Instant.FromSeconds(10);
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 1000; i++)
            {
                now += Duration.FromMilliseconds(37);
                _loss.Acked(3, now);
                _loss.Lost(1, now);
                _loss.Share(Duration.FromMilliseconds(2000 + i), now);
            }
        }), Is.Zero);
    }

    [ForAll(MaxTest = 200, Replay = "20261123,9")]
    public void It_agrees_with_a_list_of_all_packets(int seed)
    {
        Random random = new(seed);
        _loss = new RecentLoss();
        List<(long Slot, bool IsLost)> packets = [];
        Instant now = Instant.FromSeconds(random.Next(-100, 100));
        for (int step = 0; step < 500; step++)
        {
            now += Duration.FromMilliseconds(random.Next(100) == 0 ? random.Next(80_000) : random.Next(300));
            bool isLost = random.Next(4) == 0;
            int count = random.Next(4);
            packets.AddRange(Enumerable.Repeat((SlotOf(now), isLost), count));
            if (isLost)
                _loss.Lost(count, now);
            else
                _loss.Acked(count, now);
            if (random.Next(3) > 0)
                continue;
            Duration window = Duration.FromMilliseconds(random.Next(0, random.Next(2) == 0 ? 4000 : 60_000));
            long slots = Math.Clamp((long)(window.Milliseconds / 100), 1, 512);
            bool[] recent = [.. packets.Where(packet => packet.Slot > SlotOf(now) - slots).Select(packet => packet.IsLost)];
            double expected = recent.Length < 5 ? 0 : recent.Count(lost => lost) / (double)recent.Length;
            Assert.That(_loss.Share(window, now), Is.EqualTo(expected).Within(1e-12), $"step {step}");
        }
    }

    private static long SlotOf(Instant now) => (long)Math.Floor(now.Milliseconds / 100);

    private double Share(double seconds) => _loss.Share(Window, Instant.FromSeconds(seconds));
}
