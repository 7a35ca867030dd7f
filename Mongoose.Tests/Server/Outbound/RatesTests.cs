using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>A circuit uses OpenSim's rates.</summary>
public sealed class RatesTests
{
    [Test]
    public void A_requested_rate_applies_from_the_next_pass()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        rig.Run(0.5);
        visitor.Ask(DataRate.FromKilobitsPerSecond(3000));
        rig.Pass();
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
    }

    [Test]
    public void A_change_that_OpenSim_does_not_announce_applies_within_a_second()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(ViewerSplit.Of(DataRate.FromKilobitsPerSecond(3000)), payload);
        visitor.Client.SetThrottles(payload);
        rig.Run(0.5);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1000).Within(1), "the rate is read once per second");
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
    public void A_viewer_without_a_request_has_OpenSim_s_default_rates()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        Visitor silent = new(rig, 77, "Silent Bob");
        rig.Scene.Add(silent.Address, silent.View);
        rig.Run(0.1);
        Assert.That(rig.Circuits.Single(circuit => circuit.Port.View == silent.View).Shaper.CircuitRate.BytesPerSecond, Is.EqualTo(66_750));
        Assert.That(rig.Server.Requests.RatesOf(silent.Client), Is.Null);
        Assert.That(rig.Server.Requests.RatesOf(visitor.Client), Is.Not.Null);
    }

    [Test]
    public void If_rates_cannot_be_read_the_last_ones_stay_in_force()
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
    public void A_client_that_has_left_has_no_listeners()
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
