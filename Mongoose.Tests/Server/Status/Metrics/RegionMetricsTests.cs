using System.Diagnostics.Metrics;
using System.Text;
using Mongoose.Core.Channels;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;
using Mongoose.Server.Status.Metrics;
using Mongoose.Server.Tests.Downloads;

namespace Mongoose.Server.Tests.Status.Metrics;

/// <summary>The metrics of regions, read as Prometheus reads them.</summary>
public sealed class RegionMetricsTests
{
    [Test]
    public void What_is_sent_is_counted_by_channel_and_share_and_no_reset_changes_it()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.Queue(Channel.Land, packets: 40, bytes: 500);
        rig.Run(3);
        visitor.Queue(Channel.Task, bytes: 300);
        rig.Run(1);
        rig.Server.ResetCounters();
        MetricsText text = Read(rig);
        Assert.Multiple(() =>
        {
            Assert.That(text.Sum("mongoose_sent_bytes_total"), Is.EqualTo(visitor.SentBytes()));
            Assert.That(text.Sum("mongoose_sent_bytes_total", ("channel", "land")), Is.EqualTo(20_000));
            Assert.That(text.Sum("mongoose_sent_bytes_total", ("channel", "land"), ("share", "borrowed")), Is.Positive);
            Assert.That(text.Sum("mongoose_sent_packets_total", ("channel", "task")), Is.EqualTo(1));
            Assert.That(text.Sum("mongoose_sent_packets_total", ("channel", "cloud")), Is.Null, "an unused channel has no series");
            Assert.That(text.Sum("mongoose_queue_delay_seconds_count", ("channel", "land")), Is.EqualTo(40));
            Assert.That(text.Sum("mongoose_queue_delay_seconds_bucket", ("channel", "land"), ("le", "+Inf")), Is.EqualTo(40));
            Assert.That(text.Sum("mongoose_circuit_seconds_total"), Is.EqualTo(4).Within(1));
        });
    }

    [Test]
    public void Buckets_are_cumulative_and_hold_the_delays_below_their_bounds()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 100);
        Instant queued = rig.Now;
        visitor.Queue(Channel.Land, packets: 20, bytes: 1000);
        rig.Run(5);
        MetricSample[] buckets = Read(rig).Samples
            .Where(sample => sample.Name == "mongoose_queue_delay_seconds_bucket" && sample.Label("channel") == "land").ToArray();
        Assert.That(buckets.Select(bucket => bucket.Value), Is.Ordered);
        Assert.That(buckets.Single(bucket => bucket.Label("le") == "0.98304").Value, Is.InRange(12, 16),
            "after a burst, a packet leaves each 80 ms");
        Assert.That(Read(rig).Sum("mongoose_queue_delay_seconds_sum"),
            Is.EqualTo(visitor.Sent.Sum(packet => (packet.At - queued).Seconds)).Within(5).Percent);
    }

    [Test]
    public void Resends_and_losses_are_counted_by_what_showed_the_loss()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        visitor.IsLost = packet => packet.Sequence is 10 or 20 && !packet.IsResend;
        visitor.Queue(Channel.Land, packets: 20, bytes: 500);
        rig.Run(3);
        MetricsText text = Read(rig);
        Assert.That(Figures("mongoose_lost_packets_total"), Is.EqualTo((1, 1)), "the last packet has no later ones: its timer expires");
        Assert.That(Figures("mongoose_resent_packets_total"), Is.EqualTo((1, 1)));
        Assert.That(Figures("mongoose_resent_bytes_total"), Is.EqualTo((500, 500)));
        Assert.That(text.Sum("mongoose_tracked_packets_total"), Is.EqualTo(20));

        (double?, double?) Figures(string name) => (text.Sum(name, ("reason", "three_later")), text.Sum(name, ("reason", "timer")));
    }

    [Test]
    public void A_loss_that_proves_spurious_is_counted_beside_the_losses_which_never_fall()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        visitor.Lateness = packet => packet.Sequence == 10 ? Duration.FromMilliseconds(40) : Duration.Zero;
        visitor.Queue(Channel.Land, packets: 60, bytes: 500);
        rig.Run(3);
        MetricsText text = Read(rig);
        Assert.That((text.Sum("mongoose_lost_packets_total"), text.Sum("mongoose_spurious_losses_total")), Is.EqualTo((1, 1)));
        Assert.That(visitor.Circuit.Counters.Path.LostFraction, Is.Zero, "on console and page");
    }

    [TestCase("viewer", 6000, 0), TestCase("path_delay", 2000, 0), TestCase("path_loss", 6000, 4)]
    public void Seconds_in_which_a_circuit_is_limited_are_counted_by_what_limits_it(string by, double pathKilobits, int loseEvery)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Outbound.PathTests.Download(rig, pathKilobits);
        visitor.Path = new Bottleneck(visitor.Path!.Rate, Duration.FromSeconds(1));
        if (loseEvery > 0)
            visitor.IsLost = packet => packet.Sequence % loseEvery == 0 && !packet.IsResend;
        rig.Run(5);
        double before = Limited();
        rig.Run(20);
        Assert.That(Limited() - before, Is.InRange(19, 20));

        double Limited() => Read(rig).Sum("mongoose_rate_limited_seconds_total", ("by", by))!.Value;
    }

    [Test]
    public void Downloads_are_counted_by_capability_and_their_visitors_by_what_limits_them()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        Assert.That(Read(rig).Sum("mongoose_downloads", ("by", "none")), Is.Zero);
        rig.PaceDownloads();
        using DownloadingVisitor downloading = new(rig.Scene, cap: "GetMesh2");
        downloading.Download(100_000);
        Assert.That(() => Read(rig).Sum("mongoose_downloads_responses_total", ("cap", "GetMesh2")), Is.EqualTo(1).After(10_000, 5));
        rig.Server.ResetCounters();
        Assert.That(Read(rig).Sum("mongoose_downloads_bytes_total", ("cap", "GetMesh2")), Is.InRange(100_000, 101_000));
        Assert.That(Read(rig).Sum("mongoose_downloads_seconds_total", ("cap", "GetMesh2")), Is.InRange(0, 10));
        Assert.That(Read(rig).Sum("mongoose_downloads_bytes_total", ("cap", "GetTexture")), Is.Null, "an unused capability has no series");
        Assert.That(Read(rig).Sum("mongoose_downloads_unpaced_total"), Is.Zero);
        downloading.Hang();
        Assert.That(() => Read(rig).Sum("mongoose_downloads", ("by", "viewer")), Is.EqualTo(1).After(10_000, 5));
        Assert.That(Read(rig).Sum("mongoose_downloads"), Is.EqualTo(1));
        visitor.View.SceneAgent = new Agent(IsChildAgent: true);
        Assert.That(Read(rig).Sum("mongoose_downloads"), Is.Zero, "a visitor is counted in the avatar's own region");
    }

    [Test]
    public void A_region_s_name_is_escaped()
    {
        RegionRig rig = new("Ruth\"s \\ Garten\nÜ");
        MetricsText text = Read(rig);
        Assert.That(text.Samples.Select(sample => sample.Label("region")).Distinct(), Is.EqualTo(new[] { "Ruth\"s \\ Garten?Ü" }));
    }

    [Test]
    public void Every_text_is_valid_whatever_the_culture()
    {
        using CommaCulture culture = new();
        RegionRig rig = RegionRig.WithPathControl();
        Outbound.PathTests.Download(rig);
        rig.Run(3);
        Assert.That(Read(rig).Sum("mongoose_queue_delay_seconds_sum") % 1, Is.Positive, "otherwise no value has a decimal point");
        Assert.That(PrometheusText.Write(new RegionMetrics(() => [rig.Server]).All), Has.None.EqualTo((byte)'\r'));
    }

    [Test]
    public void The_meter_publishes_the_same_series()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Outbound.PathTests.Download(rig);
        rig.Run(3);
        IReadOnlyList<Metric> metrics = new RegionMetrics(() => [rig.Server]).All;
        List<string> published = [];
        using MongooseMeter meter = new(metrics);
        using MeterListener listener = new()
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == MongooseMeter.Name && instrument.Meter == meter.Meter)
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<double>((instrument, value, labels, _) =>
            published.Add(new MetricSample(instrument.Name,
                labels.ToArray().ToDictionary(label => label.Key, label => (string)label.Value!), value).Series));
        listener.Start();
        listener.RecordObservableInstruments();
        Assert.That(published, Is.EquivalentTo(Read(rig).Samples.Select(sample => sample.Series)));
    }

    private static MetricsText Read(RegionRig rig) =>
        MetricsText.Parse(Encoding.UTF8.GetString(PrometheusText.Write(new RegionMetrics(() => [rig.Server]).All)));
}
