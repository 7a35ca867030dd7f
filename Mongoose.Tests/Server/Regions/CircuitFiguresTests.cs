using System.Text;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Metrics;

namespace Mongoose.Server.Tests.Regions;

/// <summary>The figures of a circuit that console, statistics, metrics and page show.</summary>
public sealed class CircuitFiguresTests
{
    [Test]
    public void The_requested_the_allowed_and_the_path_s_rate_are_three_figures()
    {
        RegionRig rig = RegionRig.WithPathControl(("MaxCircuitKbps", "1000"));
        Outbound.PathTests.Download(rig, kilobits: 6000);
        rig.Run(8);
        CircuitFigures figures = rig.Server.Figures.Single();
        Assert.Multiple(() =>
        {
            Assert.That(figures.RequestedRate!.Value.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
            Assert.That(figures.AllowedRate.KilobitsPerSecond, Is.EqualTo(1000).Within(1));
            Assert.That(figures.PathRate!.Value.KilobitsPerSecond, Is.EqualTo(1000).Within(1));
            Assert.That(figures.CurrentRate, Is.EqualTo(figures.PathRate));
            Assert.That(figures.Limit, Is.EqualTo(LimitedBy.Cap));
        });
    }

    [Test]
    public void A_loss_that_only_the_timer_found_is_lost_for_console_and_metrics()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        visitor.IsLost = packet => packet.Sequence == 20 && !packet.IsResend;
        visitor.Queue(Core.Channels.Channel.Land, packets: 20, bytes: 500);
        rig.Run(3);
        CircuitFigures figures = rig.Server.Figures.Single();
        Assert.That((figures.LostFraction, figures.Path.Lost, rig.Server.Counters.Path.Lost), Is.EqualTo((0.05, 1L, 1L)));
    }

    [Test]
    public void Metrics_under_old_names_have_the_values_of_those_that_replace_them()
    {
        RegionRig rig = new();
        rig.Enter();
        MetricsText text = MetricsText.Parse(
            Encoding.UTF8.GetString(PrometheusText.Write(new VisitorMetrics([.. rig.Server.Figures], withNames: true).All)));
        foreach ((string old, string replacing) in VisitorMetrics.Replaced)
            Assert.That(text.Sum(old), Is.Positive.And.EqualTo(text.Sum(replacing)), old);
    }
}
