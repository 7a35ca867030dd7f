using System.Reflection;
using System.Runtime.Loader;

namespace Mongoose.Tests.Simulators;

/// <summary>What OpenSim's reader of INI files makes of a password, as docs/operators/seeing.md and the example describe it.</summary>
[Category("OpenSim")]
public sealed class IniQuotesTests
{
    [TestCase("abc;def", "abc")]
    [TestCase("\"abc;def\"", "abc;def")]
    [TestCase("\"abc;def\" ; a comment", "abc;def")]
    [TestCase("'abc;def'", "'abc")]
    [TestCase("abc\"def", "abc")]
    [TestCase("\"abc\"def\"", "abc")]
    [TestCase("abc#def", "abc#def")]
    public void A_value_ends_at_a_semicolon_outside_of_double_quotes_and_at_a_double_quote(string written, string read)
    {
        AssemblyLoadContext context = new("Nini", isCollectible: true);
        Type type = context.LoadFromAssemblyPath(Path.Combine(InstalledOpenSim.FindOrSkip().Directory, "Nini.dll"))
            .GetType("Nini.Config.IniConfigSource")!;
        object source = Activator.CreateInstance(type, new StringReader($"[Mongoose]\nStatusPassword = {written}\n"))!;
        object configs = Get(source, "Configs");
        object section = configs.GetType().GetProperty("Item", [typeof(string)])!.GetValue(configs, ["Mongoose"])!;
        object? value = section.GetType().GetMethod("GetString", [typeof(string)])!.Invoke(section, ["StatusPassword"]);
        context.Unload();
        Assert.That(value, Is.EqualTo(read));
    }

    private static object Get(object from, string property) =>
        from.GetType().GetProperty(property, BindingFlags.Instance | BindingFlags.Public)!.GetValue(from)!;
}
