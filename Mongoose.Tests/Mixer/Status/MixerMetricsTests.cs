using System.Text;
using System.Text.RegularExpressions;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;
using Mongoose.Mixer.Status;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>The metrics of a mixer, as Prometheus reads them.</summary>
public sealed partial class MixerMetricsTests
{
    private const string Peer = "mongoose_mixer_peer_";

    private static readonly PeerState South = StatusRig.Open("south");

    /// <summary>Without reports of its path, and with one stream made for it.</summary>
    private static readonly PeerState Alice = South with
    {
        Name = "alice \"A\"",
        Role = PeerRole.Client,
        Status = PeerStatus.Failed,
        Mixing = new MixingState { Streams = 1, FairRate = DataRate.MaxValue },
        IsRendered = true,
    };

    [Test]
    public void The_document_has_a_row_for_each_metric_with_its_type()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "reference", "mixer-keys.md"));
        Assert.That(All(second: null).Append(new RefusedRequests().Metric)
            .Select(metric => $"{metric.Name} {metric.Kind.ToString().ToLowerInvariant()}"),
            Is.EquivalentTo(Row().Matches(document).Select(match => $"{match.Groups[1].Value} {match.Groups[2].Value}")));
    }

    [Test]
    public async Task Prometheus_has_no_objection()
    {
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(60));
        string text = Encoding.UTF8.GetString(PrometheusText.Write(All(StatusRig.Second(1, South, Alice))));
        Assert.That(await Promtool.RunOrSkip(text, limit.Token, "check", "metrics"), Is.EqualTo((0, "")));
    }

    [TestCase("heard_voices", 1), TestCase("sent_streams", 2), TestCase("mixed_voices", 2), TestCase("allowed_streams", 4)]
    [TestCase("stream_changes_total", 2), TestCase("probing_seconds_total", 0), TestCase("round_trip_seconds", 0.07)]
    [TestCase("path_delay_seconds", 0.02), TestCase("loss_event_rate", 0.01), TestCase("loss_events_total", 3)]
    [TestCase("fair_rate_bytes", 50_000), TestCase("delivered_rate_bytes", 12_500), TestCase("sent_bytes_total", 125_000)]
    [TestCase("sent_packets_total", 500), TestCase("received_bytes_total", 125_000), TestCase("received_packets_total", 500)]
    [TestCase("missing_frames_total", 10), TestCase("left_out_frames_total", 7), TestCase("refused_total", 1)]
    [TestCase("breaker_trips_total", 2), TestCase("added_delay_seconds", 0.025), TestCase("failures_total", 0)]
    public void A_peer_has_its_figures_in_bytes_and_seconds(string name, double value) =>
        Assert.That(Text(South).Sum(Peer + name, ("peer", "south"), ("role", "mixer")), Is.EqualTo(value).Within(1e-9));

    [Test]
    public void Of_the_states_of_a_peer_one_is_1()
    {
        MetricsText text = Text(South, Alice);
        Assert.That(text.Sum(Peer + "status", ("peer", "south"), ("status", "open")), Is.EqualTo(1));
        Assert.That(text.Sum(Peer + "status", ("peer", "alice \"A\""), ("status", "failed")), Is.EqualTo(1));
        Assert.That(text.Sum(Peer + "status", ("peer", "south")), Is.EqualTo(1));
        Assert.That(text.Sum(Peer + "mode", ("peer", "south"), ("mode", "losses")), Is.EqualTo(1));
        Assert.That(text.Sum(Peer + "failures_total", ("peer", "alice \"A\"")), Is.EqualTo(1));
    }

    [TestCase("round_trip_seconds"), TestCase("path_delay_seconds"), TestCase("loss_event_rate"), TestCase("fair_rate_bytes")]
    [TestCase("delivered_rate_bytes"), TestCase("allowed_streams")]
    public void What_is_not_known_of_a_peer_has_no_series(string name) => Assert.That(Text(Alice).Sum(Peer + name), Is.Null);

    [Test]
    public void The_process_has_its_version_its_processor_time_and_the_lateness_of_its_frames()
    {
        MetricsText text = Text(South);
        Assert.That(text.Sum("mongoose_mixer_info", ("name", "north"), ("version", "1.2.3")), Is.EqualTo(1));
        Assert.That(text.Sum("mongoose_mixer_cpu_seconds_total"), Is.EqualTo(2.5));
        Assert.That(text.Sum("mongoose_mixer_paused_seconds_total"), Is.EqualTo(0.5));
        Assert.That(text.Sum("mongoose_mixer_memory_bytes"), Is.EqualTo(70e6));
        Assert.That(text.Sum("mongoose_mixer_wrong_lines_total"), Is.EqualTo(4));
        Assert.That(text.Sum("mongoose_mixer_frame_lateness_seconds_count"), Is.EqualTo(1));
        Assert.That(text.Sum("mongoose_mixer_frame_lateness_seconds_sum"), Is.EqualTo(0.003));
        Assert.That(text.Sum("mongoose_mixer_frame_lateness_seconds_bucket", ("le", "0.001024")), Is.Zero);
        Assert.That(text.Sum("mongoose_mixer_frame_lateness_seconds_bucket", ("le", "0.008192")), Is.EqualTo(1));
    }

    private static MetricsText Text(params PeerState[] peers) =>
        MetricsText.Parse(Encoding.UTF8.GetString(PrometheusText.Write(All(StatusRig.Second(1, peers)))));

    private static IReadOnlyList<Metric> All(MixerSecond? second) => new MixerMetrics("north", "1.2.3", second,
        new ProcessReading(TimeSpan.FromSeconds(2.5), TimeSpan.FromSeconds(0.5), Queued: 0, MemoryBytes: 70_000_000)).All;

    [GeneratedRegex(@"^\| `(mongoose_\w+)` \| (\w+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
