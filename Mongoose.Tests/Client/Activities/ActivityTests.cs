using Mongoose.Client.Activities;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Activities;

public sealed class ActivityTests
{
    private static Act[] Acts(string name, int seed, int count = 200)
    {
        IActivity activity = ActivityNames.Create(name, seed);
        return Enumerable.Range(0, count).Select(_ => activity.Next()).ToArray();
    }

    [TestCaseSource(typeof(ActivityNames), nameof(ActivityNames.All))]
    public void The_same_seed_gives_the_same_acts_and_another_seed_gives_others(string name)
    {
        Assert.That(Acts(name, 7), Is.EqualTo(Acts(name, 7)));
        Assert.That(Acts(name, 7), Is.Not.EqualTo(Acts(name, 8)));
    }

    [TestCaseSource(typeof(ActivityNames), nameof(ActivityNames.All))]
    public void Every_act_takes_1_to_15_seconds(string name) =>
        Assert.That(Acts(name, 1).Select(act => act.Length), Is.All.InRange(Duration.FromSeconds(1), Duration.FromSeconds(15)));

    [Test]
    public void A_walking_avatar_turns_and_stays_on_the_ground() => Assert.That(Acts(ActivityNames.Walk, 1),
        Is.All.Matches<Act>(act => act.Controls == AgentControls.Forward && act.TurnPerSecond != 0 && act.TeleportTo is null));

    [Test]
    public void A_standing_avatar_presses_no_control() =>
        Assert.That(Acts(ActivityNames.Stand, 1), Is.All.Matches<Act>(act => act.Controls == AgentControls.None && !act.FetchesTextures));

    [Test]
    public void A_flying_avatar_rises_first_and_never_lands()
    {
        Act[] acts = Acts(ActivityNames.Fly, 1);
        Assert.That(acts[0].Controls, Is.EqualTo(AgentControls.Fly | AgentControls.Up));
        Assert.That(acts.Skip(1).Select(act => act.Controls), Is.All.EqualTo(AgentControls.Fly | AgentControls.Forward));
    }

    [Test]
    public void Teleports_end_away_from_the_borders() => Assert.That(Acts(ActivityNames.Teleport, 1).Select(act => act.TeleportTo!.Value),
        Is.All.Matches<System.Numerics.Vector3>(to => to is { X: >= 32 and <= 224, Y: >= 32 and <= 224, Z: > 20 }));

    [Test]
    public void Textures_are_downloaded_all_the_time() =>
        Assert.That(Acts(ActivityNames.Textures, 1).Select(act => act.FetchesTextures), Is.All.True);

    [Test]
    public void The_mixed_activity_includes_every_kind_of_act()
    {
        Act[] acts = Acts(ActivityNames.Mixed, 1, 1000);
        Assert.That(acts.Count(act => act.TeleportTo is not null), Is.InRange(60, 140));
        Assert.That(acts.Count(act => act.FetchesTextures), Is.InRange(430, 570));
        Assert.That(acts.Count(act => act.Controls == AgentControls.Forward), Is.InRange(330, 470));
        Assert.That(acts.Count(act => act.Controls.HasFlag(AgentControls.Fly)), Is.InRange(150, 250));
    }

    [Test]
    public void An_unknown_name_is_refused_with_a_list_of_the_names() =>
        Assert.That(() => ActivityNames.Create("dance", 1),
            Throws.ArgumentException.With.Message.Contains("stand, walk, fly, teleport, textures, mixed"));
}
