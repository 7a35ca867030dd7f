using Mongoose.Simulators.Compatibility;
using Mono.Cecil;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// The assembly that OpenSimulator loads requires only Core in addition, and is compatible with the oldest supported version.
/// </summary>
public sealed class ServerReferencesTests
{
    /// <summary>The assemblies that OpenSimulator 0.9.3.0 ships, with their versions.</summary>
    private static readonly Dictionary<string, Version> Shipped = new()
    {
        ["log4net"] = new Version(2, 0, 15, 0),
        ["Mono.Addins"] = new Version(1, 0, 0, 0),
        ["Nini"] = new Version(1, 1, 0, 2),
        ["OpenMetaverse"] = new Version(0, 9, 4, 0),
        ["OpenMetaverse.StructuredData"] = new Version(0, 0, 0, 0),
        ["OpenMetaverseTypes"] = new Version(0, 0, 0, 0),
        ["OpenSim.Capabilities"] = new Version(0, 0, 0, 0),
        ["OpenSim.Framework"] = new Version(0, 9, 3, 0),
        ["OpenSim.Framework.Console"] = new Version(0, 9, 3, 0),
        ["OpenSim.Framework.Monitoring"] = new Version(0, 9, 3, 0),
        ["OpenSim.Framework.Servers"] = new Version(0, 0, 0, 0),
        ["OpenSim.Framework.Servers.HttpServer"] = new Version(0, 9, 3, 0),
        ["OpenSim.Region.ClientStack.LindenUDP"] = new Version(0, 9, 3, 0),
        ["OpenSim.Region.Framework"] = new Version(0, 9, 3, 0),
    };

    [Test]
    public void It_references_only_Core_the_base_class_library_and_assemblies_of_OpenSim()
    {
        using AssemblyDefinition module = AssemblyDefinition.ReadAssembly(Built.Module);
        string[] others = module.MainModule.AssemblyReferences.Select(reference => reference.Name)
            .Where(name => !Installation.IsPlatform(name) && name != "Mongoose.Core" && !Shipped.ContainsKey(name)).ToArray();
        Assert.That(others, Is.Empty);
    }

    [Test]
    public void It_binds_to_the_oldest_supported_version()
    {
        using AssemblyDefinition module = AssemblyDefinition.ReadAssembly(Built.Module);
        AssemblyNameReference[] references =
            module.MainModule.AssemblyReferences.Where(reference => Shipped.ContainsKey(reference.Name)).ToArray();
        // The signatures in reference/ are unsigned.
        if (references.Any(reference => reference.PublicKeyToken.Length > 0))
            Assert.Ignore("compiled against a real OpenSimulator with -p:OpenSimBin; "
                + "operators get an assembly compiled against reference/");
        Assert.That(references.Where(reference => reference.Version > Shipped[reference.Name]), Is.Empty);
    }

    [Test]
    public void It_depends_on_the_oldest_supported_version_as_an_addin()
    {
        using AssemblyDefinition module = AssemblyDefinition.ReadAssembly(Built.Module);
        (object, object)[] dependencies = module.CustomAttributes.Where(attribute =>
            attribute.AttributeType.Name == "AddinDependencyAttribute")
            .Select(attribute => (attribute.ConstructorArguments[0].Value, attribute.ConstructorArguments[1].Value)).ToArray();
        Assert.That(dependencies,
            Is.EquivalentTo(new (object, object)[] { ("OpenSim.Region.Framework", "0.9.3.0"), ("LindenUDP", "0.9.3.0") }));
    }
}
