using System.Text;
using System.Text.Json;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Mixer.Status;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>The data of a mixer's page.</summary>
public sealed class MixerStatusTests
{
    private static readonly PeerState South = StatusRig.Open("south"), Alice = StatusRig.Open("alice", PeerRole.Client);

    [Test]
    public void The_published_schema_describes_it()
    {
        Assert.That(DataSchema.Problems(Data(new MixerStatus(StatusRig.SettingsOf([South]), 1))), Is.Empty, "before the first second");
        Assert.That(DataSchema.Problems(Data(After(South, Alice))), Is.Empty);
    }

    [Test]
    public void A_peer_has_its_figures_and_the_history_of_each_second()
    {
        JsonElement peer = Data(After(South, Alice)).GetProperty("peers")[0];
        Assert.That((peer.GetProperty("name").GetString(), peer.GetProperty("status").GetString()), Is.EqualTo(("south", "open")));
        Assert.That(new[] { "alone", "mixed", "allowed", "rttMs", "queueMs", "fairKbps", "sentKbps", "receivedKbps", "delayMs" }
            .Select(key => peer.GetProperty(key).GetDouble()), Is.EqualTo(new[] { 1, 2, 4, 70, 20, 400, 100, 50, 25.0 }));
        Assert.That(peer.GetProperty("history").GetProperty("rttMs").EnumerateArray().Select(value => value.GetDouble()),
            Is.EqualTo(new[] { 70.0, 70 }));
    }

    [Test]
    public void Missing_frames_are_a_part_of_those_that_the_second_should_have_had()
    {
        MixerStatus status = new(StatusRig.SettingsOf([South]), 1);
        foreach ((int second, long missing) in new[] { (1, 0L), (2, 5), (3, 5) })
            status.Add(StatusRig.Second(second, South with { Missing = missing }), default, Instant.FromSeconds(second));
        Assert.That(Data(status).GetProperty("peers")[0].GetProperty("history").GetProperty("missingPercent").EnumerateArray()
            .Select(value => value.GetDouble()), Is.EqualTo(new[] { 0, 10.0, 0 }), "of 50 frames");
    }

    [Test]
    public void The_process_has_what_it_used_of_the_processor_and_how_late_its_frames_were()
    {
        MixerStatus status = new(StatusRig.SettingsOf([South]), 1);
        for (int second = 1; second <= 20; second++)
        {
            status.Add(StatusRig.Second(second, South) with { LateTime = Duration.FromMilliseconds(100 * second) },
                new ProcessReading(TimeSpan.FromSeconds(0.25 * second), TimeSpan.FromMilliseconds(50 * second), 3, 70_000_000),
                Instant.FromSeconds(second + 0.004));
        }
        JsonElement process = Data(status).GetProperty("process");
        string[] keys = ["usedCores", "pausedPercent", "latePercent", "latenessMs", "queuedWork", "workWaitMs", "memoryMB"];
        Assert.That(keys.Select(key => process.GetProperty(key).GetDouble()), Is.EqualTo(new[] { 0.25, 5, 10, 3, 3, 4, 70 }));
    }

    [TestCase(PeerStatus.Open, PeerStatus.Open, "good", "Audio passes for all peers.")]
    [TestCase(PeerStatus.Open, PeerStatus.Silent, "good", "Audio passes for 1 of 2 peers, not for alice.")]
    [TestCase(PeerStatus.Loop, PeerStatus.Silent, "good", "No peer has sent audio for some seconds.")]
    [TestCase(PeerStatus.Incompatible, PeerStatus.Open, "harm",
        "south is incompatible. It has frames of another length (frameMs), or another version of mongoose-mixer.")]
    [TestCase(PeerStatus.Silent, PeerStatus.Stopped, "harm", "2 of 2 peers need attention: south, alice.")]
    public void One_line_says_whether_an_operator_has_to_do_something(PeerStatus south, PeerStatus alice, string state, string text)
    {
        JsonElement data = Data(After(South with { Status = south }, Alice with { Status = alice })), health = data.GetProperty("health");
        Assert.That((health.GetProperty("state").GetString(), health.GetProperty("text").GetString()), Is.EqualTo((state, text)));
        Assert.That(data.GetProperty("process").GetProperty("history").GetProperty("harmed").EnumerateArray().Last().GetInt32(),
            Is.EqualTo(data.GetProperty("peers").EnumerateArray().Count(peer => peer.GetProperty("harm").GetBoolean())));
    }

    [Test]
    public void Many_names_are_counted()
    {
        PeerState[] peers = [.. Enumerable.Range(0, 5).Select(i => South with { Name = $"m{i}", Status = PeerStatus.Silent })];
        Assert.That(Data(After(peers)).GetProperty("health").GetProperty("text").GetString(),
            Is.EqualTo("5 of 5 peers need attention: m0, m1, m2 and 2 more."));
    }

    [Test]
    public void Before_the_first_second_the_page_waits() =>
        Assert.That(Data(new MixerStatus(StatusRig.SettingsOf([South]), 1)).GetProperty("health").GetProperty("text").GetString(),
            Is.EqualTo("Waiting for the first figures."));

    [Test]
    public void Readers_of_the_same_second_share_an_answer()
    {
        MixerStatus status = After(South);
        byte[] data = status.Data(new PageRequest(1), withNames: false), metrics = status.Metrics(withNames: false);
        Assert.That(status.Data(new PageRequest(1), withNames: false), Is.SameAs(data));
        Assert.That(status.Metrics(withNames: false), Is.SameAs(metrics));
        Assert.That(status.Data(new PageRequest(0), withNames: false), Is.Not.SameAs(data));
        status.Add(StatusRig.Second(3, South), default, Instant.FromSeconds(3));
        Assert.That(status.Data(new PageRequest(1), withNames: false), Is.Not.SameAs(data));
        Assert.That(status.Metrics(withNames: false), Is.Not.SameAs(metrics));
    }

    /// <summary>A mixer after two seconds.</summary>
    private static MixerStatus After(params PeerState[] peers)
    {
        MixerStatus status = new(StatusRig.SettingsOf(peers), started: 1);
        status.Add(StatusRig.Second(1, peers), default, Instant.FromSeconds(1));
        status.Add(StatusRig.Second(2, peers), default, Instant.FromSeconds(2));
        return status;
    }

    private static JsonElement Data(MixerStatus status) =>
        JsonDocument.Parse(Encoding.UTF8.GetString(status.Data(new PageRequest(), withNames: false))).RootElement;
}
