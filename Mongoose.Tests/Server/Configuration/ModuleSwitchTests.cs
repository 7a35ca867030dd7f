using Mongoose.Server.Configuration;
using Nini.Config;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>The keys [Modules] Setup_..., as OpenSim reads them.</summary>
public sealed class ModuleSwitchTests
{
    [TestCase(null, false)]
    [TestCase("", false)]
    [TestCase("disabled", true)]
    [TestCase("Disabled", true)]
    [TestCase("A.B.Shim", false)]
    [TestCase("9000/A.B.Shim", false)]
    [TestCase("9000/", false)]
    [TestCase("A.B.Other", true)]
    [TestCase("9000/A.B.Other", true)]
    public void A_module_that_is_disabled_or_replaced_is_excluded(string? value, bool isExcluded)
    {
        ConfigSourceInMemory source = new();
        if (value is not null)
            source.AddConfig("Modules").Set("Setup_Shim", value);
        ModuleSwitch of = new("Shim", "A.B.Shim");
        Assert.That((of.Excludes(source), of.Value(source)), Is.EqualTo((isExcluded, value ?? "")));
    }

    [Test]
    public void The_key_is_set_in_memory_with_or_without_a_section([Values] bool hasSection)
    {
        ConfigSourceInMemory source = new();
        if (hasSection)
            source.AddConfig("Modules").Set("Setup_Other", "x");
        ModuleSwitch of = new("Shim", "A.B.Shim");
        of.Disable(source);
        Assert.That(of.Excludes(source), Is.True);
        Assert.That(source.Configs["Modules"].GetString("Setup_Shim"), Is.EqualTo("disabled"));
        Assert.That(source.Configs["Modules"].GetString("Setup_Other"), Is.EqualTo(hasSection ? "x" : null));
    }
}
