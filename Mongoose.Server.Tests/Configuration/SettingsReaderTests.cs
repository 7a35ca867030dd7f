using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Tests.Testbed;

namespace Mongoose.Server.Tests.Configuration;

[Parallelizable(ParallelScope.All)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class SettingsReaderTests
{
    private readonly List<string> _warnings = [];

    [Test]
    public void A_missing_key_has_its_default_without_a_warning()
    {
        SettingsReader reader = Reader(null);
        Assert.That(reader.Boolean("K", true), Is.True);
        Assert.That(reader.Integer("K", 7, 1, 9), Is.EqualTo(7));
        Assert.That(reader.IntegerOrNone("K", 1, 9), Is.Zero);
        Assert.That(reader.Milliseconds("K", Duration.FromMilliseconds(5), Duration.Zero, Duration.FromSeconds(1)), Is.EqualTo(Duration.FromMilliseconds(5)));
        Assert.That(_warnings, Is.Empty);
    }

    [Test]
    public void A_key_without_a_value_has_its_default_with_a_warning([Values("", "  ")] string text)
    {
        Assert.That(Reader(text).Integer("K", 7, 1, 9), Is.EqualTo(7));
        Assert.That(_warnings, Is.EqualTo(new[] { "[Section] K has no value; using its default" }));
    }

    [TestCase("Borst", "Burst")]
    [TestCase("BURSTMS", "Burst")]
    [TestCase("Enabeld", "Enabled")]
    public void A_key_that_does_not_exist_is_reported_with_the_nearest_one(string key, string nearest)
    {
        SettingsReader reader = Reader(null);
        reader.Boolean("Enabled", false);
        reader.Integer("Burst", 1, 1, 9);
        reader.WarnOfUnknown(["enabled", key]);
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] {key}: there is no such key; did you mean {nearest}?" }));
    }

    [TestCase("true", true), TestCase("FALSE", false), TestCase(" True ", true)]
    [TestCase("yes", true), TestCase("On", true), TestCase("1", true), TestCase("no", false), TestCase("OFF", false), TestCase("0", false)]
    public void A_switch_is_read_as_OpenSim_reads_it(string text, bool expected)
    {
        Assert.That(Reader(text).Boolean("K", !expected), Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("2")]
    [TestCase("enabled")]
    [TestCase("true;")]
    public void Another_switch_is_refused(string text)
    {
        Assert.That(Reader(text).Boolean("K", false), Is.False);
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] K = {text}: allowed are true, false, yes, no, on, off, 1, 0; using false" }));
    }

    [TestCase("16", 16), TestCase("4096", 4096)]
    public void A_whole_number_may_be_either_bound(string text, int expected)
    {
        Assert.That(Reader(text).Integer("K", 64, 16, 4096), Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("15")]
    [TestCase("4097")]
    [TestCase("-64")]
    [TestCase("64.5")]
    [TestCase("64 kB")]
    [TestCase("99999999999")]
    [TestCase("NaN")]
    public void Another_whole_number_is_refused(string text)
    {
        Assert.That(Reader(text).Integer("K", 64, 16, 4096), Is.EqualTo(64));
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] K = {text}: allowed are 16 to 4096; using 64" }));
    }

    [TestCase("0", 0), TestCase("50", 50), TestCase("100", 100)]
    public void Nought_may_stand_for_none(string text, int expected)
    {
        Assert.That(Reader(text).IntegerOrNone("K", 50, 100), Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("49")]
    [TestCase("-1")]
    [TestCase("101")]
    public void What_lies_between_none_and_the_least_is_refused(string text)
    {
        Assert.That(Reader(text).IntegerOrNone("K", 50, 100), Is.Zero);
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] K = {text}: allowed are 0, or 50 to 100; using 0" }));
    }

    [TestCase("1", 1), TestCase("2.5", 2.5), TestCase("1e3", 1000)]
    public void A_time_is_in_milliseconds(string text, double expected)
    {
        Assert.That(Time(text), Is.EqualTo(Duration.FromMilliseconds(expected)));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("0.9")]
    [TestCase("1001")]
    [TestCase("NaN")]
    [TestCase("Infinity")]
    [TestCase("-25")]
    [TestCase("25 ms")]
    [TestCase("2,5")]
    public void Another_time_is_refused(string text)
    {
        Assert.That(Time(text), Is.EqualTo(Duration.FromMilliseconds(25)));
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] K = {text}: allowed are 1 to 1000 ms; using 25" }));
    }

    [Test]
    public void A_refused_choice_names_all_that_are_allowed()
    {
        Assert.That(Reader("fast").Choice("K", 2, ("one", 1), ("two", 2)), Is.EqualTo(2));
        Assert.That(_warnings, Is.EqualTo(new[] { "[Section] K = fast: allowed are one, two; using two" }));
    }

    [Test]
    public void Numbers_are_read_and_written_as_files_have_them_in_every_culture()
    {
        using CommaCulture comma = new();
        Assert.That(Time("2.5"), Is.EqualTo(Duration.FromMilliseconds(2.5)));
        Assert.That(SettingsReader.Text(2.5), Is.EqualTo("2.5"));
    }

    private Duration Time(string text) =>
        Reader(text).Milliseconds("K", Duration.FromMilliseconds(25), Duration.FromMilliseconds(1), Duration.FromSeconds(1));

    private SettingsReader Reader(string? text) => new("Section", key => key == "K" ? text : null, _warnings.Add);
}
