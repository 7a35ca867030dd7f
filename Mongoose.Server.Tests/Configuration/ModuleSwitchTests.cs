using Mongoose.Server.Configuration;
using Nini.Config;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>[Modules] Setup_..., as OpenSim reads it.</summary>
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
    public void It_leaves_a_module_out_that_is_disabled_or_replaced(string? value, bool leavesOut)
    {
        ConfigSourceInMemory source = new();
        if (value is not null)
            source.AddConfig("Modules").Set("Setup_Shim", value);
        ModuleSwitch of = new("Shim", "A.B.Shim");
        Assert.That((of.LeavesOut(source), of.Value(source)), Is.EqualTo((leavesOut, value ?? "")));
    }

    [Test]
    public void It_is_set_in_memory_whether_there_is_a_section_or_not([Values] bool hasSection)
    {
        ConfigSourceInMemory source = new();
        if (hasSection)
            source.AddConfig("Modules").Set("Setup_Other", "x");
        ModuleSwitch of = new("Shim", "A.B.Shim");
        of.Disable(source);
        Assert.That(of.LeavesOut(source), Is.True);
        Assert.That(source.Configs["Modules"].GetString("Setup_Shim"), Is.EqualTo("disabled"));
        Assert.That(source.Configs["Modules"].GetString("Setup_Other"), Is.EqualTo(hasSection ? "x" : null));
    }
}
