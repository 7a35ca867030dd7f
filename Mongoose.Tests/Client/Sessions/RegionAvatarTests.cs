using System.Numerics;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Sessions;

public sealed class RegionAvatarTests
{
    private static readonly Vector3 Here = new(10, 20, 30), There = new(40, 50, 60);

    private readonly object _first = new(), _second = new();

    [Test]
    public void A_position_sent_before_the_session_has_entered_the_region_is_used()
    {
        RegionAvatar avatar = Create();
        avatar.In(_first)!.Placed(Here, Instant.Zero);
        avatar.Enter(_first);
        Assert.That(avatar.Last?.Metres, Is.EqualTo(Here));
    }

    [Test]
    public void Another_region_starts_without_a_position()
    {
        RegionAvatar avatar = Create();
        avatar.Arrived(_first, new AgentMovementComplete { Position = Here }, Instant.Zero);
        avatar.Enter(_second);
        Assert.That(avatar.Last, Is.Null, "the position belongs to another region");
    }

    [Test]
    public void The_next_regions_first_position_is_kept_and_the_last_region_is_ignored()
    {
        RegionAvatar avatar = Create();
        avatar.Enter(_first);
        avatar.Arrived(_second, new AgentMovementComplete { Position = There }, Instant.Zero);
        Assert.That(avatar.In(_first), Is.Null);
        avatar.Enter(_second);
        Assert.That(avatar.Last?.Metres, Is.EqualTo(There));
    }

    private static RegionAvatar Create() => new(static () => new Guid(1, 2, 3, new byte[8]));
}
