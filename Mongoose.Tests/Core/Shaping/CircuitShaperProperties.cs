using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>
/// The guarantees of the circuit shaper for random circuits, arrivals and sizes: cap, work conservation, protection, own share, byte
/// fairness, accounting and the wake-up time. <see cref="ShaperRig"/> states each of them.
/// </summary>
public sealed class CircuitShaperProperties
{
    [ForAll(Arbitrary = [typeof(Scenarios.Calm)], MaxTest = 50, Replay = "20261121,7")]
    public void All_guarantees_hold_while_rates_and_clock_are_steady(Scenario scenario) => new ShaperRig(scenario).Run();

    [ForAll(Arbitrary = [typeof(Scenarios.Rough)], MaxTest = 50, Replay = "20261121,9")]
    public void Cap_accounts_and_wake_ups_hold_whatever_rates_clock_and_sizes_do(Scenario scenario) => new ShaperRig(scenario).Run();

    [ForAll(Arbitrary = [typeof(Scenarios.Conformant)], MaxTest = 25, Replay = "20261121,11")]
    public void A_critical_channel_within_its_rate_and_burst_is_never_delayed_beyond_its_bound(Scenario scenario) =>
        new ShaperRig(scenario).Run();

    [Slow("200 scenarios")]
    [ForAll(Arbitrary = [typeof(Scenarios.Calm)], MaxTest = 200, Replay = "20261121,7")]
    public void All_guarantees_hold_in_more_scenarios_too(Scenario scenario) => new ShaperRig(scenario).Run();

    [Slow("150 scenarios")]
    [ForAll(Arbitrary = [typeof(Scenarios.Rough)], MaxTest = 150, Replay = "20261121,9")]
    public void Cap_accounts_and_wake_ups_hold_in_more_scenarios_too(Scenario scenario) => new ShaperRig(scenario).Run();

    [Slow("100 scenarios")]
    [ForAll(Arbitrary = [typeof(Scenarios.Conformant)], MaxTest = 100, Replay = "20261121,11")]
    public void The_bound_of_a_critical_channel_holds_in_more_scenarios_too(Scenario scenario) => new ShaperRig(scenario).Run();
}
