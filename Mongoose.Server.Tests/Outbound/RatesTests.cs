using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>The rates that a circuit obeys are those that OpenSim has.</summary>
public sealed class RatesTests
{
    [Test]
    public void What_a_viewer_asks_for_is_obeyed_in_the_very_next_pass()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        rig.Run(0.5);
        visitor.Ask(DataRate.FromKilobitsPerSecond(3000));
        rig.Pass();
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
    }

    [Test]
    public void A_change_that_OpenSim_does_not_announce_is_obeyed_within_a_second()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(ViewerSplit.Of(DataRate.FromKilobitsPerSecond(3000)), payload);
        visitor.Client.SetThrottles(payload);
        rig.Run(0.5);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1000).Within(1), "it is read once a second");
        rig.Run(0.55);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
    }

    [Test]
    public void A_circuit_gets_no_more_than_the_cap_of_its_region()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 20_000);
        rig.Run(1);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.BytesPerSecond, Is.EqualTo(640_000).Within(10));
    }

    [Test]
    public void A_viewer_that_has_asked_for_nothing_yet_has_OpenSim_s_defaults()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        Visitor silent = new(rig, 77, "Silent Bob");
        rig.Scene.Add(silent.Address, silent.View);
        rig.Run(0.1);
        Assert.That(rig.Circuits.Single(circuit => circuit.Port.View == silent.View).Shaper.CircuitRate.BytesPerSecond, Is.EqualTo(66_750));
        Assert.That(rig.Server.Requests.Of(silent.Client), Is.Null);
        Assert.That(rig.Server.Requests.Of(visitor.Client), Is.Not.Null);
    }

    [Test]
    public void Rates_that_cannot_be_read_leave_the_last_ones_in_force()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        byte[] notANumber = Datagrams.Floats(float.NaN, 1, 1, 1, 1, 1, 1);
        visitor.Client.SetThrottles(notANumber);
        visitor.View.RaiseUpdateThrottles();
        rig.Run(2);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1000).Within(1));
    }

    [Test]
    public void Nobody_listens_to_a_client_that_has_left()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        Assert.That(visitor.View.HasListeners, Is.True);
        visitor.Leave();
        rig.Run(0.3);
        Assert.That(visitor.View.HasListeners, Is.False);
        Assert.That(rig.Circuits, Is.Empty);
    }
}
