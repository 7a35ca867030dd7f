using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class SendingReaderTests
{
    [Test]
    public void A_circuit_uses_the_modules_defaults_unless_the_file_changes_them() =>
        Assert.That(SendingOf(""), Is.EqualTo(SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true }));

    [Test]
    public void Path_control_is_read_from_its_keys() =>
        Assert.That(SendingOf(""" "pathDelayMs": 60, "minCircuitKbps": 200 """).PathControl,
            Is.EqualTo(new PathControlOptions { MaxDelay = Duration.FromMilliseconds(60), MinRate = DataRate.FromKilobitsPerSecond(200) }));

    [Test]
    public void Without_path_control_and_fast_resends_the_sender_is_the_papers() =>
        Assert.That(SendingOf(""" "pathControl": false, "pathDelayMs": 60, "fastResend": false """), Is.EqualTo(SendingOptions.Default));

    [TestCase("", ResendRule.Trimmed)]
    [TestCase(""" "resendRule": "trimmed" """, ResendRule.Trimmed)]
    [TestCase(""" "resendRule": "off" """, ResendRule.Off)]
    [TestCase(""" "server": "stock", "resendRule": "off" """, ResendRule.Off)]
    public void The_rule_of_resends_is_read_for_every_outbound(string keys, ResendRule expected) =>
        Assert.That(SendingOf(keys).ResendRule, Is.EqualTo(expected));

    [Test]
    public void An_embedded_region_may_be_polled_like_OpenSim() =>
        Assert.That(SendingOf(""" "polling": "openSim" """).Polling, Is.EqualTo(PollPolicy.OpenSim));

    [TestCase("pathDelayMs", "19", "20 to 500 ms")]
    [TestCase("pathDelayMs", "501", "20 to 500 ms")]
    [TestCase("minCircuitKbps", "49", "50 to 5000 kbit/s")]
    [TestCase("minCircuitKbps", "5001", "50 to 5000 kbit/s")]
    [TestCase("pathControl", "1", "true and false; write true")]
    [TestCase("fastResend", "\"no\"", "true and false; write false, without quotes")]
    [TestCase("polling", "\"never\"", "events, openSim")]
    [TestCase("resendRule", "\"on\"", "trimmed, off")]
    public void An_error_is_reported_with_the_allowed_values(string key, string value, string allowed) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => SendingOf($"\"{key}\": {value}")),
            Is.EqualTo(new[] { $"$.flows[0].circuit.{key}: {value}: allowed are {allowed}" }));

    [TestCase("paper")]
    [TestCase("paper-matrix")]
    [TestCase("opensim/fig7-9")]
    public void The_papers_scenarios_use_the_papers_sender(string folder)
    {
        CircuitOptions[] circuits = ScenarioCatalogue.BuiltIn.Find(folder).SelectMany(file => new ScenarioFile(file).Read().Flows)
            .Select(group => group.Kind).OfType<CircuitOptions>().ToArray();
        Assert.That(circuits.Where(circuit => circuit.Server == "mongoose").Select(circuit => circuit.Sending),
            Is.Not.Empty.And.All.EqualTo(SendingOptions.Default with { ResendRule = ResendRule.Off }));
    }

    private static SendingOptions SendingOf(string keys) =>
        CircuitFlow.RegionOf((CircuitOptions)ScenarioTexts.WithFlow($$""" "circuit": { {{keys}} } """).Flows[0].Kind).Sending;
}
