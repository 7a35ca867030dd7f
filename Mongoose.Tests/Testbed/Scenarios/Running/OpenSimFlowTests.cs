using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Tests.Testbed.Scenarios.Running;

/// <summary>The flow for a real OpenSimulator, tested in a region of the testbed.</summary>
public sealed class OpenSimFlowTests
{
    private const int Deadline = 30_000;

    private static readonly Scenario Scenario =
        ScenarioTexts.WithFlow(""" "stopSeconds": 9, "circuit": { "activity": "none", "textures": false } """, "openSim");

    [Test, CancelAfter(Deadline)]
    public void A_flow_that_stopped_before_the_end_has_its_figures(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("test");
        EmbeddedRegion region = loop.Invoke(() => new EmbeddedRegion(loop, loop, UdpAddress.Loopback(), new RegionOptions()));
        using LoopbackPlace place = new(Scenario, seed: 1);
        (FlowOnSite flow, FlowRecord record) = FlowIn(region.Address, place);
        flow.Start();
        while (place.Viewers.Invoke(() => record.RoundTrips.Count) == 0)
            deadline.WaitHandle.WaitOne(10);
        deadline.ThrowIfCancellationRequested();
        flow.Stop();
        flow.Finish(record);
        Assert.That(record.Extra.Select(entry => entry.Name), Does.Contain("textureKbps"));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_viewer_that_is_never_in_the_region_fails_the_run(bool stopped)
    {
        using RealTimeLoop loop = new("test");
        IDatagramPort silent = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        using LoopbackPlace place = new(Scenario, seed: 1);
        (FlowOnSite flow, FlowRecord record) = FlowIn(silent.Address, place);
        flow.Start();
        if (stopped)
            flow.Stop();
        Assert.That(() => flow.Finish(record),
            Throws.InstanceOf<OpenSimException>().With.Message.EqualTo("flow: the viewer is not in the region; its state is Connecting"));
    }

    private static (FlowOnSite Flow, FlowRecord Record) FlowIn(UdpAddress region, LoopbackPlace place)
    {
        FlowGroup group = Scenario.Flows[0];
        FlowRecord record = new(Scenario, group, "flow");
        LoginGranted login = new() { CircuitCode = 1, AgentId = Guid.NewGuid(), SessionId = Guid.NewGuid(), Region = region };
        CircuitFlow circuit =
            CircuitFlow.Create(place, (CircuitOptions)group.Kind, new ViewerOptions { Region = region }, new TextureOrder([], []),
                new CircuitWatch(), record);
        return (new FlowOnSite(place.Viewers, new OpenSimFlow(place.Viewers, circuit, new OpenSimGuest(login, Walker: null))), record);
    }
}
