using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>Common mistakes in [Mongoose], and the warnings that suggest the correct value.</summary>
public sealed class WrongSettingTests
{
    [TestCase("Enabled", "ture", "allowed are true, false, yes, no, on, off, 1, 0; using false")]
    [TestCase("Order", "round robin", "allowed are sparse, roundRobin; did you mean roundRobin?; using sparse")]
    [TestCase("Lending", "automatic", "allowed are auto, true, false, yes, no, on, off, 1, 0; using auto")]
    [TestCase("BurstMs", "25ms", "allowed are 1 to 1000 ms; write 25, without a unit (it is ms); using 25")]
    [TestCase("MaxCircuitKbps", "8 Mbit/s", "allowed are 0, or 50 to 100000 kbit/s; write 8000, without a unit (it is kbit/s); using 0")]
    [TestCase("MaxCircuitKbps", "none", "allowed are 0, or 50 to 100000 kbit/s; using 0")]
    [TestCase("MinWindowKB", "1 MB", "allowed are 16 to 4096 KB, whole numbers; write 1024, without a unit (it is KB); using 64")]
    [TestCase("MaxCircuitKbps", "500.000", "500.000 is ambiguous: write 500000 or 500; using 0")]
    [TestCase("MaxCircuitKbps", "500,000", "500,000 is ambiguous: write 500000 or 500; using 0")]
    [TestCase("WindowSlackMs", "1.500", "1.500 is ambiguous: write 1500 or 1.5; using 500")]
    [TestCase("StatusPort", "9.190", "9.190 is ambiguous: write 9190 or 9; using 0")]
    [TestCase("MaxWindowKB", "1024.0", "allowed are 16 to 16384 KB, whole numbers; write 1024; using 1024")]
    [TestCase("WindowSlackMs", "0,5", "allowed are 0 to 5000 ms; write 0.5, with a decimal point; using 500")]
    public void The_warning_suggests_what_to_write_instead(string key, string value, string said)
    {
        List<string> warnings = [];
        MongooseSettings.Read([key], asked => asked == key ? value : null, warnings.Add);
        Assert.That(warnings, Is.EqualTo(new[] { $"[Mongoose] {key} = {value}: {said}" }));
    }

    [Test]
    public void A_maximum_window_below_the_minimum_is_raised()
    {
        List<string> warnings = [];
        Dictionary<string, string> keys = new() { ["MinWindowKB"] = "2048", ["MaxWindowKB"] = "1024" };
        MongooseSettings settings = MongooseSettings.Read(keys.Keys, keys.GetValueOrDefault, warnings.Add);
        Assert.That(warnings, Is.EqualTo(new[] { "[Mongoose] MaxWindowKB = 1024: allowed are 2048 to 16384 KB; using 2048" }));
        Assert.That(settings.Sending.InFlight.MaxBytes, Is.EqualTo(2048 * 1024));
    }
}
