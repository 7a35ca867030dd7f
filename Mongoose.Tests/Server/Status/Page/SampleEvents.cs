using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>Incidents and arrivals among made up figures; they began before now.</summary>
internal static class SampleEvents
{
    /// <summary>The first incident still goes on if visitors suffer.</summary>
    public static JsonObject Incident(SampleFigures all, int index)
    {
        SampleCause cause = SampleCause.All[(8 + 3 * index) % SampleCause.All.Count].In(all);
        return new()
        {
            ["id"] = 40 - index,
            ["began"] = MinutesAgo(2 + 40 * index),
            ["seconds"] = index == 0 ? 120 : 35 + 61 * index,
            ["isOver"] = index > 0 || all.Harmed == 0,
            ["by"] = cause.By,
            ["part"] = cause.Part,
            ["title"] = cause.FullTitle,
            ["region"] = cause.By == "host" ? null : all.Regions[index % all.Regions.Length],
            ["harmed"] = 1 + 4 * index % 9,
            ["visitors"] = cause.By is "host" or "simulator" or "uplink" ? null : new JsonArray(1, 2),
            ["avatars"] = new JsonArray(101, 102),
            ["sentence"] = cause.Sentence,
            ["changes"] = index % 3 == 1 ? [] : new JsonArray(all.Words ?? "scripts: 0.3 to 1.4 cores", "a visitor came"),
            ["sure"] = index % 2 == 0,
        };
    }

    public static JsonNode Arrival(SampleVisitor visitor, int index) => new JsonObject
    {
        ["id"] = visitor.Id,
        ["avatar"] = visitor.Avatar,
        ["name"] = visitor.Name,
        ["region"] = visitor.Region,
        ["began"] = MinutesAgo(1 + 13 * index),
        ["fromNeighbour"] = index == 1,
        ["seconds"] = 60,
        ["isOver"] = index > 0,
        ["seconds95"] = index == 0 ? null : 8.4 + 5 * index,
        ["by"] = visitor.By,
        ["udpKB"] = new JsonObject { ["task"] = 1412.5, ["land"] = 210.1, ["texture"] = 80.4, ["resend"] = 31 },
        ["httpKB"] = new JsonObject { ["GetTexture"] = 48_120, ["GetMesh2"] = 12_870.5, ["ViewerAsset"] = 310 },
        ["assets"] = new JsonArray([.. Enumerable.Range(0, 10).Select(Asset)]),
    };

    private static JsonNode Asset(int index) => new JsonObject
    {
        ["id"] = $"5748decc-f629-461c-9a36-{index:x12}",
        ["kind"] = index % 3 == 2 ? "GetMesh2" : "GetTexture",
        ["kB"] = Math.Round(3211.0 / (index + 1), 1),
        ["times"] = 1 + index % 3,
    };

    private static long MinutesAgo(double minutes) => DateTimeOffset.UtcNow.AddMinutes(-minutes).ToUnixTimeMilliseconds();
}
