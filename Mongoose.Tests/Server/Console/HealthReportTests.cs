using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
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
        const string host = "Host: all programs use 0.6 cores of 2.0 cores, and do not get 45 % of the time that they want (st in top)";
        Assert.That(Lines(), Has.Some.EqualTo(host).And.Some.EndWith(", waits for 32 pages of memory a second"));
    }

    [Test]
    public void A_region_has_a_line_of_its_frames_and_a_line_of_its_content()
    {
        _health.Region = _health.Region with
        {
            SimFps = 54.96,
            Parts = new FrameParts(Physics: 0.5, Agents: 0.25, Network: 0.015, Other: 0.125),
            ScriptCores = 0.421,
            ActiveScripts = 1280,
            Objects = 15_320,
            Avatars = 7,
            WaitingRequests = 3,
            AnswerTime = Duration.FromMilliseconds(41.5),
        };
        string[] lines = Lines();
        int first = Array.FindIndex(lines, line => line.StartsWith("Region|Frame ms|", StringComparison.Ordinal));
        Assert.That(lines[first..].Where(line => line.Length > 0), Is.EqualTo(new[]
        {
            "Region|Frame ms|Target|Slow %|Dilation|Physics %|Avatars %|Network %|Other %",
            "Plaza|90.0|90.0|0.0|1.00|50.0|25.0|1.5|12.5",
            "Region|Sim FPS|Scripts|Active scripts|Objects|Avatars|Unanswered|Answer ms",
            "Plaza|55.0|0.42|1280|15320|7|3|41.5",
        }));
        _health.Region = _health.Region with { AnswerTime = null };
        Assert.That(Lines(), Has.Some.EndWith("|3|-"));
    }

    private string[] Lines()
    {
        StatusHistory history = new(_health, () => 0);
        history.Sample([_rig.Server], _rig.Now);
        return HealthReport.Of(history).Split('\n');
    }
}
