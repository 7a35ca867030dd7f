using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class IniTextTests
{
    [Test]
    public void Repeated_sections_are_merged_and_the_last_value_wins() => Assert.That(
        IniText.Merge("[A]\n x = 1\n ; no\n y = \"a = b\"\n[B]\nz = 1", "[B]\n z = 2\r\n[A]\nx=3\n[C]\nw =\n"),
        Is.EqualTo("[A]\n    x = 3\n    y = \"a = b\"\n[B]\n    z = 2\n[C]\n    w = \n"));

    [Test]
    public void A_key_without_a_section_is_rejected() =>
        Assert.That(() => IniText.Merge("x = 1"), Throws.InstanceOf<FormatException>().With.Message.Contains("x = 1"));
}
