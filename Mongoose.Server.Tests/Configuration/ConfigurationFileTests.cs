using System.Text.RegularExpressions;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Tests;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>config/Mongoose.ini gives every key, commented out, with the default that the code has.</summary>
public sealed class ConfigurationFileTests
{
    [Test]
    public void Its_keys_and_defaults_are_those_of_the_module()
    {
        MongooseSettings defaults = MongooseSettings.Read([], _ => null, message => Assert.Fail(message));
        Dictionary<string, string> documented = Regex.Matches(File.ReadAllText(IniFile()), @"^\s*; (\w+) = (\S+)\s*$", RegexOptions.Multiline)
            .ToDictionary(line => line.Groups[1].Value, line => line.Groups[2].Value);
        // What "auto" means is what is in use.
        documented["Lending"] = documented["Lending"] == "auto" ? "true" : documented["Lending"];

        Assert.That(documented, Is.EquivalentTo(defaults.Describe().ToDictionary(pair => pair.Key, pair => pair.Value)));
    }

    [Test]
    public void A_least_window_above_the_default_of_the_largest_raises_that()
    {
        MongooseSettings settings = MongooseSettings.Read([], key => key == "MinWindowKB" ? "2048" : null, message => Assert.Fail(message));
        Assert.That(settings.Sending.InFlight.MaxBytes, Is.EqualTo(2048 * 1024));
        Assert.That(settings.Sending.InFlight.BytesAt(DataRate.Zero, Duration.Zero), Is.EqualTo(2048 * 1024));
    }

    [Test]
    public void It_sets_nothing_by_itself() =>
        Assert.That(File.ReadLines(IniFile()).Where(line => line.Trim() is { Length: > 0 } text && text[0] is not (';' or '[')), Is.Empty);

    private static string IniFile() => Path.Combine(Repository.Root(), "config", "Mongoose.ini");
}
