using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Console;
using OpenSim.Framework.Capabilities;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Console;

/// <summary>The command "mongoose show arrivals".</summary>
public sealed class ArrivalReportTests
{
    private static readonly Guid Wood = new("00000000-0000-0000-0000-0000000000aa"), Stone = new("00000000-0000-0000-0000-0000000000bb");

    private static readonly Arrival Ada = new()
    {
        Start = new ArrivalStart(7, "Ada Lovelace", "Town", Instant.FromSeconds(100), 0),
        Watched = Duration.FromSeconds(41.2),
        IsOver = true,
        Until95 = Duration.FromSeconds(25.06),
        Cause = Cause.Of(LimitedBy.PathDelay),
        Udp = [(Channel.Land, 60_000), (Channel.Task, 1_234_567)],
        Http = [("GetMesh2", 500), ("GetTexture", 4_000_000)],
        Assets = [new AssetCost("GetTexture", Wood, 900_000, 3), new AssetCost("GetMesh2", Stone, 500, 1)],
    };

    private static readonly Arrival Zoe = new()
    {
        Start = new ArrivalStart(8, "Zoe Busy", "Town", Instant.FromSeconds(150), 0) { IsFromNeighbour = true },
        Watched = Duration.FromSeconds(10),
        Http = [("GetTexture", 100_000)],
        Assets = [new AssetCost("GetTexture", Wood, 100_000, 1)],
    };

    [Test]
    public void An_arrival_has_its_bytes_by_channel_and_by_capability() => Assert.That(Lines(Zoe, Ada)[..3], Is.EqualTo(new[]
    {
        "Visitor|Region|Ago|From|Watched|95 %|By|Resend|Land|Wind|Cloud|Task|Texture|Asset|GetTexture|GetMesh|GetMesh2|ViewerAsset",
        "Zoe Busy|Town|10|neighbour|10|-|-|-|-|-|-|-|-|-|100.0|-|-|-",
        "Ada Lovelace|Town|60|-|41|25.1|delay|-|60.0|-|-|1234.6|-|-|4000.0|-|0.5|-",
    }));

    [Test]
    public void The_assets_that_cost_most_in_all_arrivals_come_below() => Assert.That(Lines(Zoe, Ada)[3..], Is.EqualTo(new[]
    {
        "Asset|Capability|kB|Times|Arrivals",
        $"{Wood}|GetTexture|1000.0|4|2",
        $"{Stone}|GetMesh2|0.5|1|1",
        "Smaller textures help most: one with half the width and half the height costs about a quarter.",
    }));

    [Test]
    public void Ten_assets_are_shown()
    {
        Arrival rich = Ada with { Assets = [.. Enumerable.Range(1, 30).Select(i => new AssetCost("GetTexture", Guid.NewGuid(), i, 1))] };
        Assert.That(Lines(rich), Has.Length.EqualTo(2 + 1 + 10 + 1));
    }

    [Test]
    public void Without_arrivals_there_is_one_line() => Assert.That(Lines(), Is.EqualTo(new[] { "No visitor has arrived yet." }));

    [Test]
    public void It_says_which_downloads_are_not_counted()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("Mongoose.HttpPacing", "off"));
        Scene scene = rig.AddRegion("Town");
        scene.EventManager.TriggerOnFrame();
        Caps caps = new();
        caps.ExternalCapsHandlers["GetTexture"] = "http://cdn/";
        scene.EventManager.TriggerOnRegisterCaps(default, caps);
        Assert.That(rig.Say(scene, "mongoose show arrivals").Split('\n')[^2..], Is.EqualTo(new[]
        {
            "Downloads are not paced: [Mongoose] HttpPacing = off.",
            "Other servers serve GetTexture: Mongoose neither paces nor counts those downloads.",
        }));
    }

    private static string[] Lines(params Arrival[] arrivals) =>
        string.Join('\n', ArrivalReport.Tables(arrivals, Instant.FromSeconds(160))).Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
