using System.Text;
using Mongoose.Core.Channels;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;
using Mongoose.Server.Tests.Downloads;

namespace Mongoose.Server.Tests.Status.Metrics;

/// <summary>The metrics of visitors.</summary>
public sealed class VisitorMetricsTests
{
    [Test]
    public void A_visitor_s_series_show_its_rates_and_what_limits_it()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Outbound.PathTests.Download(rig, kilobits: 2000);
        rig.Run(10);
        MetricsText text = Read(rig, withNames: true);
        Assert.Multiple(() =>
        {
            Assert.That(text.Sum("mongoose_visitor_allowed_rate_bytes", ("visitor", "Ada Lovelace"), ("kind", "root")),
                Is.EqualTo(375_000).Within(10));
            Assert.That(text.Sum("mongoose_visitor_path_rate_bytes"), Is.InRange(150_000, 300_000));
            Assert.That(text.Sum("mongoose_visitor_sent_bytes_total"), Is.EqualTo(visitor.SentBytes()));
            Assert.That(text.Sum("mongoose_visitor_limited", ("by", "path_delay")), Is.EqualTo(1));
            Assert.That(text.Sum("mongoose_visitor_queue_delay_seconds"), Is.EqualTo(0.012));
            Assert.That(text.Sum("mongoose_visitor_tracked_packets_total"), Is.Positive);
        });
    }

    [Test]
    public void A_visitor_who_downloads_has_the_rate_and_the_queue_of_the_downloads()
    {
        RegionRig rig = new();
        rig.Enter();
        rig.PaceDownloads();
        using DownloadingVisitor visitor = new(rig.Scene);
        Assert.That(Read(rig, withNames: true).Sum("mongoose_visitor_download_rate_bytes"), Is.Null);
        visitor.Hang();
        Assert.That(() => Read(rig, withNames: true).Sum("mongoose_visitor_download_rate_bytes"), Is.Not.Null.After(10_000, 1));
        Assert.That(Read(rig, withNames: true).Sum("mongoose_visitor_download_queue_seconds", ("visitor", "Ada Lovelace")),
            Is.Not.Negative);
    }

    [Test]
    public void Without_names_a_visitor_is_a_number()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        string number = $"{visitor.Circuit.Port.Number}";
        Assert.That(Read(rig, withNames: false).Samples.Select(sample => sample.Label("visitor")).Distinct(), Is.EqualTo(new[] { number }));
    }

    [Test]
    public void A_hostile_name_is_a_label()
    {
        const string hostile = "<img src=x onerror=alert(1)>\"\\ @grid:8002";
        RegionRig rig = new();
        rig.Enter(name: hostile);
        Assert.That(Read(rig, withNames: true).Samples.Select(sample => sample.Label("visitor")).Distinct(), Is.EqualTo(new[] { hostile }));
    }

    [Test]
    public void A_visitor_who_logs_in_twice_has_two_circuits_and_no_series_twice()
    {
        RegionRig rig = new();
        rig.Enter();
        rig.Enter();
        Assert.That(Read(rig, withNames: true).Samples.Select(sample => sample.Label("circuit")).Distinct().Count(), Is.EqualTo(2));
    }

    [Test]
    public void Series_end_with_the_circuit()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Queue(Channel.Land);
        rig.Run(1);
        rig.Scene.Remove(visitor.View);
        visitor.Client.Shutdown();
        rig.Run(1);
        Assert.That(Read(rig, withNames: true).Samples, Is.Empty);
    }

    private static MetricsText Read(RegionRig rig, bool withNames)
    {
        VisitorMetrics metrics =
            new([.. rig.Server.Figures.Select(circuit => circuit with { RecentQueueDelay = Duration.FromMilliseconds(12) })], withNames);
        return MetricsText.Parse(Encoding.UTF8.GetString(PrometheusText.Write(metrics.All)));
    }
}
