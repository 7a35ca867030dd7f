using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Commands;

namespace Mongoose.Tests.Testbed.Commands;

public sealed class ClampOptionTests
{
    private const string Allowed = "allowed are off, auto, rates such as 19M or 800k (8k to 1000M), and JSON objects";
    private const string Upstream = ".queue: upstream: the gateway has only its own queue; allowed is own";

    private static readonly DataRate Down = DataRate.FromMegabitsPerSecond(12);

    [Test]
    public void Off_is_no_clamp() => Assert.That(ClampOption.Read("off"), Is.Null);

    [TestCase("19M", 19_000)]
    [TestCase("8k", 8)]
    [TestCase("1000M", 1_000_000)]
    public void A_rate_is_a_given_capacity(string text, double kbps) =>
        Assert.That(ClampOption.Read(text), Is.EqualTo(new ClampOptions { Rate = DataRate.FromKilobitsPerSecond(kbps) }));

    [Test]
    public void Auto_measures_the_capacity_at_the_gateways_own_queue() =>
        Assert.That(ClampOption.Read("auto"), Is.EqualTo(new ClampOptions { Auto = true, Queue = ClampedQueue.Own }));

    [Test]
    public void An_object_has_the_keys_of_scenario_files() =>
        Assert.That(ClampOption.Read("""{"rateKbps": 19000, "margin": 1, "formula": "minimumRtt"}"""), Is.EqualTo(
            new ClampOptions { Rate = DataRate.FromMegabitsPerSecond(19), Margin = 1, Formula = WindowFormula.MinimumRtt }));

    [TestCase("", ": : " + Allowed)]
    [TestCase("19", ": 19: " + Allowed)]
    [TestCase("7k", ": 7k: " + Allowed)]
    [TestCase("1001M", ": 1001M: " + Allowed)]
    [TestCase("on", ": on: " + Allowed)]
    [TestCase("{", ": {: is not JSON")]
    [TestCase("""{"rateKbps": 7}""", ".rateKbps: 7: allowed are 8 to 1000000 kbit/s")]
    [TestCase("""{"auto": true, "margin": 5}""", ".margin: 5: allowed are 0.1 to 4")]
    [TestCase("{}", ".rateKbps: is missing; give it, or set \"auto\": true with queue own")]
    [TestCase("""{"auto": true, "rateKbps": 19000}""",
        ".rateKbps: 19000: is not allowed with auto and queue own, which measures the capacity")]
    [TestCase("""{"queue": "upstream", "rateKbps": 19000}""", Upstream)]
    [TestCase("""{"queue": "upstream", "rateKbps": 19000, "auto": true}""", Upstream)]
    [TestCase("""{"queue": "upstream", "auto": true}""", Upstream)]
    public void A_value_that_is_not_allowed_is_one_problem(string text, string message) =>
        Assert.That(Problem(text), Is.EqualTo("--clamp" + message));

    [Test]
    public void An_unknown_key_is_reported_with_the_nearest() =>
        Assert.That(Problem("""{"auto": true, "margins": 1}"""),
            Does.StartWith("--clamp.margins: unknown key; did you mean margin? Allowed are "));

    [TestCase("19M", true)]
    [TestCase("12M", false)]
    [TestCase("auto", false)]
    [TestCase("off", false)]
    [TestCase("""{"rateKbps": 19000, "margin": 1}""", true)]
    public void A_fixed_capacity_above_the_lines_is_warned_of(string text,
        bool warned) => Assert.That(ClampOption.WarningOf(ClampOption.Read(text), Down),
        Is.EqualTo(warned ? "warning: --clamp 19 Mbit/s is above --down 12 Mbit/s: windows for that capacity fill the queue, "
            + "so the clamp cannot keep it short" : null));

    private static string Problem(string text) => Assert.Throws<SettingsException>(() => ClampOption.Read(text))!.Message;
}
