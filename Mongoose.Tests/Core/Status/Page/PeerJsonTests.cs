using System.Text;
using System.Text.Json;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Page;

/// <summary>The peers of a mixer in the page's data.</summary>
public sealed class PeerJsonTests
{
    private static readonly PageData Empty = new() { Version = "1.2.3", Status = "on", IsOn = true };

    private static readonly PagePeer South = new()
    {
        Name = "<south>",
        Role = "mixer",
        Status = "open",
        Reason = "Audio passes.",
        IsHarmed = true,
        Heard = 2,
        Allowed = 4,
        Mode = "delay",
        FairRate = DataRate.FromKilobitsPerSecond(400),
        IsMeasured = true,
        Delay = Duration.FromMilliseconds(25),
        Missing = 7,
        Changes = 8,
        Refused = 9,
        Alone = Of(1, 3),
        Mixed = Of(0, 5),
        RoundTrip = Of(60, 70.12),
        Queue = Of(1, 2),
        LossEvents = Of(0, 0.123),
        MissingPart = Of(0, 1),
        Sent = Of(100, 200),
        Received = Of(50, 70),
    };

    [Test]
    public void A_peer_has_its_keys_in_their_order()
    {
        string json = Write(Empty with { Peers = [South] }, after: 1);
        Assert.That(json, Does.EndWith("""
            "arrivals":[],"peers":[{"name":"\u003Csouth\u003E","role":"mixer","status":"open","reason":"Audio passes.","harm":true,
            "heard":2,"allowed":4,"alone":3,"mixed":5,"mode":"delay","rttMs":70.1,"queueMs":2,"lossEventPercent":0.123,"fairKbps":400,
            "missingPercent":0.5,"sentKbps":150,"receivedKbps":60,"delayMs":25,"missing":7,"changes":8,"refused":9,
            "history":{"first":2,"alone":[3],"mixed":[5],"rttMs":[70.1],"queueMs":[2],"lossEventPercent":[0.123],"missingPercent":[1],
            "sentKbps":[200],"receivedKbps":[70]}}]}
            """.ReplaceLineEndings("")));
    }

    [Test]
    public void What_is_not_measured_is_null()
    {
        string json = Write(Empty with { Peers = [South with { IsMeasured = false, Allowed = null, FairRate = null }] });
        foreach (string key in (string[])["allowed", "rttMs", "queueMs", "lossEventPercent", "fairKbps"])
            Assert.That(json, Does.Contain($"\"{key}\":null"));
    }

    [Test]
    public void A_program_without_peers_has_no_such_key() => Assert.That(Write(Empty), Does.Not.Contain("\"peers\""));

    [TestCase(true, "harm"), TestCase(false, "good")]
    public void The_line_for_an_operator_can_be_given(bool isHarmed, string state)
    {
        using JsonDocument data = JsonDocument.Parse(Write(Empty with { Health = new PageHealth(isHarmed, "south is silent.") }));
        JsonElement health = data.RootElement.GetProperty("health");
        Assert.That((health.GetProperty("state").GetString(), health.GetProperty("text").GetString()),
            Is.EqualTo((state, "south is silent.")));
    }

    [Test]
    public void The_published_schema_describes_it()
    {
        using JsonDocument data = JsonDocument.Parse(Write(Empty with { Peers = [South] }));
        Assert.That(DataSchema.Problems(data.RootElement), Is.Empty);
    }

    private static Series Of(params double[] values)
    {
        Series series = new(first: 1);
        for (int i = 0; i < values.Length; i++)
            series.Add(i + 1, values[i]);
        return series;
    }

    private static string Write(PageData data, long after = 0) =>
        Encoding.UTF8.GetString(PageJson.Write(data, new PageRequest(after)));
}
