using System.Text;
using System.Text.Json;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Page;

/// <summary>An arrival in the data of the status page.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ArrivalJsonTests
{
    private static readonly Guid Wood = new("00000000-0000-0000-0000-0000000000aa");

    private static readonly Arrival Ada = new()
    {
        Start = new ArrivalStart(7, "Ada <Lovelace>", "Town", Instant.FromSeconds(5), 1_700_000_000_123) { Avatar = 4 },
        Watched = Duration.FromSeconds(41.26),
        IsOver = true,
        Until95 = Duration.FromSeconds(25.06),
        Cause = Cause.Of(LimitedBy.PathDelay),
        Udp = [(Channel.Land, 60_000), (Channel.Task, 1_234_567)],
        Http = [("GetMesh2", 500), ("GetTexture", 4_000_000)],
        Assets = [.. Enumerable.Repeat(new AssetCost("GetTexture", Wood, 900_000, 3), 12)],
    };

    [Test]
    public void An_arrival_has_its_keys_in_their_order() => Assert.That(Write(Ada with { Assets = [Ada.Assets[0]] }), Is.EqualTo("""
        {"id":7,"avatar":4,"name":"Ada \u003CLovelace\u003E","region":"Town","began":1700000000123,"fromNeighbour":false,"seconds":41.3,
        "isOver":true,"seconds95":25.1,"by":"delay","udpKB":{"land":60,"task":1234.6},"httpKB":{"GetMesh2":0.5,"GetTexture":4000},
        "assets":[{"id":"00000000-0000-0000-0000-0000000000aa","kind":"GetTexture","kB":900,"times":3}]}
        """.ReplaceLineEndings("")));

    [Test]
    public void What_is_unknown_is_null_and_without_names_there_is_none()
    {
        JsonElement json = JsonDocument.Parse(Write(Ada with { IsOver = false, Until95 = null, Http = [] }, withName: false)).RootElement;
        Assert.That((json.GetProperty("name").ValueKind, json.GetProperty("seconds95").ValueKind),
            Is.EqualTo((JsonValueKind.Null, JsonValueKind.Null)));
        Assert.That(json.GetProperty("httpKB").EnumerateObject(), Is.Empty);
    }

    [Test]
    public void The_ten_assets_that_cost_most_are_written() =>
        Assert.That(JsonDocument.Parse(Write(Ada)).RootElement.GetProperty("assets").GetArrayLength(), Is.EqualTo(10));

    private static string Write(Arrival arrival, bool withName = true)
    {
        using MemoryStream stream = new();
        using (Utf8JsonWriter json = new(stream))
            ArrivalJson.Write(json, arrival, withName);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
