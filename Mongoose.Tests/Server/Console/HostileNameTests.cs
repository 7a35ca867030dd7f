using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Console;
using Mongoose.Server.Status.Health;
using Mongoose.Server.Status.History;
using Mongoose.Server.Tests.Status.Health;
using Mongoose.Server.Tests.Status.History;
using OpenMetaverse;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Console;

/// <summary>Strangers choose the names of objects and visitors. On the console a name stays in its line.</summary>
public sealed class HostileNameTests
{
    private const string VisitorName = "Eve\u001b[2J Adams\r", ShownVisitor = "Eve?[2J Adams?";

    private const string ObjectName = "Door\nRuth Example: nothing\u2028", ShownObject = "Door?Ruth Example: nothing?";

    private readonly RegionRig _rig = new("Wel\ncome");
    private readonly StatusHistory _history;

    public HostileNameTests()
    {
        _rig.Enter(name: VisitorName);
        _history = new StatusHistory(new FakeHealth
        {
            Process = new ProcessHealth { UsedCores = 1.9, AllowedCores = 2, HostUsedCores = 2, HostCores = 2, Late = 0.2 },
            Region = new FakeHealth().Region with { Frame = Duration.FromMilliseconds(180), Dilation = 0.5, ScriptCores = 1.7 },
            Costs = Costs(_rig.Scene),
        }, () => 0);
        for (int second = 0; second < 5; second++)
        {
            _rig.Run(1);
            _history.Sample([_rig.Server], _rig.Now);
        }
    }

    [Test]
    public void The_four_lines_of_why_are_four()
    {
        string[] lines = WhyReport.Of(ShownVisitor, _history.Diagnosis).Split('\n');
        Assert.That(lines, Has.Length.EqualTo(4));
        Assert.That(lines[0], Does.StartWith($"{ShownVisitor} in Wel?come: simulator/scripts"));
        Assert.That(lines[2], Does.Contain($"scripts in “{ShownObject}” at 1, 2, 3"));
        Assert.That(lines[3], Does.Contain($"first at “{ShownObject}”"));
    }

    [Test]
    public void The_health_has_no_line_that_a_name_made()
    {
        string text = HealthReport.Of(_history);
        Assert.That(text.Split('\n'), Has.None.StartWith("Ruth"));
        Assert.That(text.Where(char.IsControl), Is.All.EqualTo('\n'));
        Assert.That(text, Does.Contain($"\n{ShownObject}|1, 2, 3|").And.Contain("\nWel?come|"));
    }

    private static IReadOnlyList<ScriptCost> Costs(Scene scene)
    {
        Instant now = Instant.FromSeconds(10);
        FakeScripts scripts = new();
        scene.Modules.Add(scripts);
        scene.Objects[1] = new(new UUID(Guid.NewGuid()), ObjectName, new Vector3(1, 2, 3));
        ScriptSampler sampler = new(scene, () => now);
        scripts.Times[1] = 0;
        sampler.Sample(now);
        scripts.Times[1] = 3200;
        now += Duration.FromSeconds(2);
        sampler.Sample(now);
        return sampler.FiguresAt(now).Costs;
    }
}
