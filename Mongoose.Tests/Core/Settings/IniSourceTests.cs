using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Settings;

public sealed class IniSourceTests
{
    private readonly List<string> _warnings = [];

    [Test]
    public void A_missing_key_uses_its_default_without_a_warning()
    {
        Assert.That(Read("", null), Is.EqualTo(new Sample()));
        Assert.That(_warnings, Is.Empty);
    }

    [Test]
    public void A_key_without_a_value_uses_its_default_with_a_warning([Values("", "  ")] string text)
    {
        Assert.That(Read("Window", text).Window, Is.EqualTo(64));
        Assert.That(_warnings, Is.EqualTo(new[] { "[Section] Window has no value; using its default" }));
    }

    [Test]
    public void A_key_with_other_capitals_is_unknown_where_the_file_distinguishes_them()
    {
        new IniSource("Section", ["ENABLED"], _ => null, _warnings.Add).Read(new Sample());
        Assert.That(_warnings.Single(), Does.StartWith("[Section] ENABLED: unknown key; did you mean Enabled? "));
    }

    [TestCase("Borst", "Burst")]
    [TestCase("BURSTMS", "Burst")]
    [TestCase("Enabeld", "Enabled")]
    public void An_unknown_key_is_reported_with_the_nearest_known_key(string key, string nearest)
    {
        new IniSource("Section", ["enabled", key], asked => asked == "Enabled" ? "true" : null, _warnings.Add).Read(new Sample());
        Assert.That(_warnings.Single(),
            Does.StartWith($"[Section] {key}: unknown key; did you mean {nearest}? Allowed are Burst, Cap, Enabled, "));
    }

    [TestCase("true", true), TestCase("FALSE", false), TestCase(" True ", true)]
    [TestCase("yes", true), TestCase("On", true), TestCase("1", true), TestCase("no", false), TestCase("OFF", false), TestCase("0", false)]
    public void A_flag_is_read_as_in_OpenSim(string text, bool expected)
    {
        Assert.That(Read("Enabled", text).Enabled, Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("2", "")]
    [TestCase("offf", "")]
    [TestCase("true;", "")]
    [TestCase("enabled", "; write true")]
    [TestCase("none", "; write false")]
    public void Any_other_flag_value_is_refused(string text, string hint) =>
        Refused("Enabled", text, $"allowed are true, false, yes, no, on, off, 1, 0{hint}; using false");

    [TestCase("16", 16), TestCase("4096", 4096)]
    public void A_whole_number_may_equal_either_bound(string text, int expected)
    {
        Assert.That(Read("Window", text).Window, Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("15", "")]
    [TestCase("4097", "")]
    [TestCase("-64", "")]
    [TestCase("64.5", "; write 64 or 65")]
    [TestCase("64,5", "; write 64 or 65")]
    [TestCase("64,0", "; write 64")]
    [TestCase("100 MB", "")]
    [TestCase("\uFF16\uFF14,\uFF15", "")]
    [TestCase("\uFF16\uFF14 kB", "")]
    [TestCase("64.5 kB", "; write 64 or 65")]
    [TestCase("64 kB", "; write 64, without a unit (it is KB)")]
    [TestCase("1 MB", "; write 1024, without a unit (it is KB)")]
    [TestCase("99999999999", "")]
    [TestCase("NaN", "")]
    public void Any_other_whole_number_is_refused(string text, string hint) =>
        Refused("Window", text, $"allowed are 16 to 4096 KB, whole numbers{hint}; using 64");

    [TestCase("64.0", "; write 64")]
    [TestCase("1.024.000", "; write 1024000, without thousands separators")]
    public void A_fraction_is_no_whole_number_even_if_it_is_zero(string text, string hint) =>
        Refused("Window", text, $"allowed are 16 to 4096 KB, whole numbers{hint}; using 64");

    [TestCase("Window", "1.024", "1.024 is ambiguous: write 1024 or 1; using 64")]
    [TestCase("Window", "1,024", "1,024 is ambiguous: write 1024 or 1; using 64")]
    [TestCase("Burst", "1.000", "1.000 is ambiguous: write 1000 or 1; using 25")]
    [TestCase("Burst", "2.250", "2.250 is ambiguous: write 2250 or 2.25; using 25")]
    [TestCase("Cap", "50.125", "50.125 is ambiguous: write 50125 or 50.1250; using 0")]
    public void A_number_that_can_have_a_decimal_point_or_a_thousands_separator_is_refused(string key, string text, string reason) =>
        Refused(key, text, reason);

    [TestCase("50.5", 50.5), TestCase("50.1250", 50.125), TestCase("50.00", 50.0)]
    public void A_fraction_of_fewer_or_more_than_three_digits_has_one_meaning(string text, double expected)
    {
        Assert.That(Read("Cap", text).Cap?.KilobitsPerSecond, Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("0", null), TestCase("50", 50.0), TestCase("100", 100.0)]
    public void Zero_may_mean_none(string text, double? expected)
    {
        Assert.That(Read("Cap", text).Cap?.KilobitsPerSecond, Is.EqualTo(expected));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("49")]
    [TestCase("-1")]
    [TestCase("101")]
    public void A_value_between_none_and_the_minimum_is_refused(string text) =>
        Refused("Cap", text, "allowed are 0, or 50 to 100 kbit/s; using 0");

    [TestCase("1", 1), TestCase("2.5", 2.5), TestCase("1e3", 1000)]
    public void A_time_is_read_in_its_unit(string text, double expected)
    {
        Assert.That(Read("Burst", text).Burst, Is.EqualTo(Duration.FromMilliseconds(expected)));
        Assert.That(_warnings, Is.Empty);
    }

    [TestCase("0.9", "")]
    [TestCase("1001", "")]
    [TestCase("NaN", "")]
    [TestCase("Infinity", "")]
    [TestCase("-25", "")]
    [TestCase("25 ms", "; write 25, without a unit (it is ms)")]
    [TestCase("0.5s", "; write 500, without a unit (it is ms)")]
    [TestCase("2,5", "; write 2.5, with a decimal point")]
    [TestCase("1 000", "; write 1000, without thousands separators")]
    public void Any_other_time_is_refused(string text, string hint) => Refused("Burst", text, $"allowed are 1 to 1000 ms{hint}; using 25");

    [TestCase("fast", "")]
    [TestCase("sparce", "; did you mean sparse?")]
    [TestCase("round-robin", "; did you mean roundRobin?")]
    public void A_refused_choice_lists_all_allowed_values(string text, string hint) =>
        Refused("Order", text, $"allowed are sparse, roundRobin{hint}; using sparse");

    [Test]
    public void Numbers_are_read_and_written_in_file_format_in_every_culture()
    {
        using CommaCulture comma = new();
        Assert.That(Read("Burst", "2.5").Burst, Is.EqualTo(Duration.FromMilliseconds(2.5)));
        Assert.That(SettingValue.Text(2.5), Is.EqualTo("2.5"));
    }

    private void Refused(string key, string text, string reason)
    {
        Assert.That(Read(key, text), Is.EqualTo(new Sample()));
        Assert.That(_warnings, Is.EqualTo(new[] { $"[Section] {key} = {text}: {reason}" }));
    }

    private Sample Read(string key, string? text) =>
        new IniSource("Section", [], asked => asked == key ? text : null, _warnings.Add).Read(new Sample());

    private sealed record Sample
    {
        [Setting("Enabled")]
        public bool Enabled { get; init; }

        [Setting("Burst", Min = 1, Max = 1000, Unit = "ms")]
        public Duration Burst { get; init; } = Duration.FromMilliseconds(25);

        [Setting("Window", Min = 16, Max = 4096, Unit = "KB")]
        public int Window { get; init; } = 64;

        [Setting("Cap", OrZero = true, Min = 50, Max = 100, Unit = "kbit/s")]
        public DataRate? Cap { get; init; }

        [Setting("Order")]
        public Order Order { get; init; }
    }

    private enum Order
    {
        Sparse,
        RoundRobin,
    }
}
