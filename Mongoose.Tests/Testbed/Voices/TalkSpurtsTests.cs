using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Testbed.Voices;

namespace Mongoose.Tests.Testbed.Voices;

public sealed class TalkSpurtsTests
{
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    [Test]
    public void Sources_talk_for_their_share_of_the_time_from_the_start()
    {
        TalkSpurts sources = Create(1000, 1, 1.5, seed: 1);
        double atStart = sources.ActiveAt(Instant.Zero);
        double[] active = Frames(sources, 5000);
        Assert.That(atStart, Is.EqualTo(400).Within(60));
        Assert.That(active.Average(), Is.EqualTo(400).Within(8));
    }

    [Test]
    public void A_source_begins_to_talk_once_in_the_mean_time_of_both()
    {
        double[] active = Frames(Create(1, 1, 1.5, seed: 2), 500_000);
        int begins = active.Zip(active.Skip(1)).Count(pair => pair.First < pair.Second);
        Assert.That(begins, Is.EqualTo(10_000 / 2.5).Within(0.05 * 4000), "10000 s; spurts shorter than a frame are not seen");
    }

    [Test]
    public void The_same_seed_has_the_same_spurts()
    {
        Assert.That(Frames(Create(20, 1, 1, seed: 3), 1000), Is.EqualTo(Frames(Create(20, 1, 1, seed: 3), 1000)));
        Assert.That(Frames(Create(20, 1, 1, seed: 3), 1000), Is.Not.EqualTo(Frames(Create(20, 1, 1, seed: 4), 1000)));
    }

    [Test]
    public void Sources_without_pauses_talk_without_end()
    {
        TalkSpurts sources = new(8, null, null, Instant.Zero, new SeededRandom(1));
        Assert.That(Frames(sources, 100), Is.All.EqualTo(8));
    }

    private static TalkSpurts Create(int sources, double talk, double pause, long seed) =>
        new(sources, Duration.FromSeconds(talk), Duration.FromSeconds(pause), Instant.Zero, new SeededRandom(seed));

    private static double[] Frames(TalkSpurts sources, int count) =>
        Enumerable.Range(0, count).Select(i => (double)sources.ActiveAt(Instant.Zero + Frame * i)).ToArray();
}
