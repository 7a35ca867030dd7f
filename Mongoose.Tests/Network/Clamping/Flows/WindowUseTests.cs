using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Flows;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class WindowUseTests
{
    private const int Segment = 1460;

    [Test]
    public void Before_anything_is_known_a_flow_is_taken_to_use_all_that_it_gets()
    {
        WindowUse use = default;
        Assert.That(use.IsLimited, Is.True);
        Assert.That(use.IsFull, Is.True);
    }

    [Test]
    public void A_sender_that_comes_within_a_segment_of_a_lowered_edge_is_limited()
    {
        WindowUse use = NotLimited();
        use.OnWindow(50_000, isLowered: true, At(1000));
        use.OnData(50_000 - Segment, Segment);
        Assert.That(use.IsLimited, Is.False, "a whole segment fits");
        use.OnData(50_001 - Segment, Segment);
        Assert.That(use.IsLimited, Is.True);
    }

    [Test]
    public void The_edge_that_is_followed_is_one_that_the_sender_knows()
    {
        WindowUse use = NotLimited();
        use.OnWindow(50_000, isLowered: true, At(1000));
        use.OnWindow(90_000, isLowered: true, At(1080));
        use.OnData(50_000, Segment);
        Assert.That(use.IsLimited, Is.True, "the data was sent before the newest window arrived");
    }

    [Test]
    public void A_sender_that_leaves_room_is_not_limited()
    {
        WindowUse use = default;
        use.OnWindow(50_000, isLowered: true, At(0));
        use.OnData(10_000, Segment);
        use.Expire(Duration.FromMilliseconds(100), At(100));
        Assert.That(use.IsLimited, Is.True, "data may still be on its way");
        use.Expire(Duration.FromMilliseconds(100), At(101));
        Assert.That((use.IsLimited, use.IsFull), Is.EqualTo((false, false)));
    }

    [Test]
    public void A_sender_that_fills_the_receivers_own_window_would_not_use_more()
    {
        WindowUse use = default;
        use.OnWindow(50_000, isLowered: false, At(0));
        use.OnData(50_000, Segment);
        Assert.That((use.IsLimited, use.IsFull), Is.EqualTo((false, true)));
    }

    [Test]
    public void Edges_wrap()
    {
        WindowUse use = NotLimited();
        use.OnWindow(500, isLowered: true, At(1000));
        use.OnData(0xFFFF_0000, Segment);
        Assert.That(use.IsLimited, Is.False);
        use.OnData(0xFFFF_FFFF, Segment);
        Assert.That(use.IsLimited, Is.True);
    }

    private static WindowUse NotLimited()
    {
        WindowUse use = default;
        use.OnWindow(50_000, isLowered: true, At(0));
        use.Expire(Duration.FromMilliseconds(100), At(101));
        Assert.That(use.IsLimited, Is.False);
        return use;
    }

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);
}
