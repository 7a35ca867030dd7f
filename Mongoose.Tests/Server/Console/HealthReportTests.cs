using Mongoose.Core.Status.Health;
using Mongoose.Server.Console;
using Mongoose.Server.Status.History;
using Mongoose.Server.Tests.Status.History;

namespace Mongoose.Server.Tests.Console;

/// <summary>The command "mongoose show health".</summary>
public sealed class HealthReportTests
{
    private readonly RegionRig _rig = new("Plaza");
    private readonly FakeHealth _health = new();

    [Test]
    public void The_host_has_a_line_where_it_tells()
    {
        Assert.That(Lines(), Has.None.StartWith("Host:").And.None.Contain("pages"));
        _health.Process = _health.Process!.Value with { HostUsedCores = 0.6, Stolen = 0.45, PagesRead = 31.7 };
        const string host = "Host: all programs use 0.6 cores of 2.0 cores, and do not get 45 % of the time that they want";
        Assert.That(Lines(), Has.Some.EqualTo(host).And.Some.EndWith(", waits for 32 pages of memory a second"));
    }

    private string[] Lines()
    {
        StatusHistory history = new(_health, () => 0);
        history.Sample([_rig.Server], _rig.Now);
        return HealthReport.Of(history).Split('\n');
    }
}
