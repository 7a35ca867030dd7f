using System.Text.RegularExpressions;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>config/Mongoose.ini.example has every key, commented out, with the default that the code uses.</summary>
public sealed class ConfigurationFileTests
{
    [Test]
    public void Its_keys_and_defaults_are_those_of_the_module()
    {
        MongooseSettings defaults = MongooseSettings.Read([], _ => null, message => Assert.Fail(message));
        Dictionary<string, string> documented = Regex.Matches(File.ReadAllText(IniFile()), @"^ *; (\w+) = ?(\S*)\s*$",
            RegexOptions.Multiline)
            .ToDictionary(line => line.Groups[1].Value, line => line.Groups[2].Value);
        // The module describes the value that "auto" results in.
        documented["Lending"] = documented["Lending"] == "auto" ? "true" : documented["Lending"];

        Assert.That(documented, Is.EquivalentTo(defaults.Describe().ToDictionary(pair => pair.Key, pair => pair.Value)));
    }

    [Test]
    public void A_minimum_window_above_the_default_maximum_raises_the_maximum()
    {
        MongooseSettings settings = MongooseSettings.Read([], key => key == "MinWindowKB" ? "2048" : null, message => Assert.Fail(message));
        Assert.That(settings.Sending.InFlight.MaxBytes, Is.EqualTo(2048 * 1024));
        Assert.That(settings.Sending.InFlight.BytesAt(DataRate.Zero, Duration.Zero), Is.EqualTo(2048 * 1024));
    }

    [Test]
    public void The_settings_of_path_control_reach_the_sender()
    {
        MongooseSettings settings = Read(("PathDelayMs", "120"), ("MinCircuitKbps", "600"));
        Assert.That(settings.Sending.PathControl, Is.EqualTo(
            new PathControlOptions { MaxDelay = Duration.FromMilliseconds(120), MinRate = DataRate.FromKilobitsPerSecond(600) }));
        Assert.That(settings.Sending.FastResend, Is.True);
    }

    [TestCase("true", "true", true)]
    [TestCase("true", "false", true)]
    [TestCase("false", "true", true)]
    [TestCase("false", "false", false)]
    public void Acks_are_used_for_path_control_and_for_fast_resend(string pathControl, string fastResend, bool expected)
    {
        MongooseSettings settings = Read(("PathControl", pathControl), ("FastResend", fastResend));
        Assert.That(settings.Sending.PathControl is not null, Is.EqualTo(pathControl == "true"));
        Assert.That(settings.Sending.UsesAcks, Is.EqualTo(expected));
        Assert.That(settings.Describe(), Does.Contain(("PathControl", pathControl)).And.Contain(("FastResend", fastResend)));
    }

    [TestCase("PathDelayMs", "19", "20 to 500 ms; using 80")]
    [TestCase("PathDelayMs", "NaN", "20 to 500 ms; using 80")]
    [TestCase("MinCircuitKbps", "5001", "50 to 5000 kbit/s; using 300")]
    [TestCase("MinCircuitKbps", "0", "50 to 5000 kbit/s; using 300")]
    public void A_value_out_of_range_is_refused(string key, string value, string said)
    {
        List<string> warnings = [];
        MongooseSettings settings = MongooseSettings.Read([key], asked => asked == key ? value : null, warnings.Add);
        Assert.That(warnings, Is.EqualTo(new[] { $"[Mongoose] {key} = {value}: allowed are {said}" }));
        Assert.That(settings.Path, Is.EqualTo(PathControlOptions.Default));
    }

    [TestCase("200", "900", 1)]
    [TestCase("900", "200", 0)]
    [TestCase("0", "5000", 0)]
    public void A_minimum_rate_above_the_cap_is_reported(string cap, string floor, int lines)
    {
        List<string> warnings = [];
        Dictionary<string, string> keys = new() { ["MaxCircuitKbps"] = cap, ["MinCircuitKbps"] = floor };
        MongooseSettings.Read(keys.Keys, keys.GetValueOrDefault, warnings.Add);
        Assert.That(warnings, Is.EqualTo(
            Enumerable.Repeat("[Mongoose] MinCircuitKbps is above MaxCircuitKbps: no circuit gets more than MaxCircuitKbps", lines)));
    }

    [Test]
    public void It_sets_no_key() =>
        Assert.That(File.ReadLines(IniFile()).Where(line => line.Trim() is { Length: > 0 } text && text[0] is not (';' or '[')), Is.Empty);

    private static MongooseSettings Read(params (string Key, string Value)[] keys) => MongooseSettings.Read(
        keys.Select(pair => pair.Key), key => keys.FirstOrDefault(pair => pair.Key == key).Value, message => Assert.Fail(message));

    private static string IniFile() => Path.Combine(Repository.Root(), "config", "Mongoose.ini.example");
}
