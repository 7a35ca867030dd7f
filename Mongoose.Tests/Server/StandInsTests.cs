using System.Reflection;
using Mongoose.Simulators.Compatibility;
using Mongoose.Testbed.Commands;
using Mono.Cecil;

namespace Mongoose.Server.Tests;

/// <summary>These tests run the assembly that is shipped, bound to assemblies that stand in for OpenSim's.</summary>
public sealed class StandInsTests
{
    private static readonly string[] Names =
    [
        "log4net", "Nini", "OpenMetaverse", "OpenMetaverse.StructuredData", "OpenMetaverseTypes", "OpenSim.Capabilities",
        "OpenSim.Framework", "OpenSim.Framework.Console",
        "OpenSim.Framework.Monitoring", "OpenSim.Framework.Servers", "OpenSim.Framework.Servers.HttpServer",
        "OpenSim.Region.ClientStack.LindenUDP", "OpenSim.Region.Framework",
    ];

    [Test]
    public void The_stand_ins_have_every_member_that_the_module_uses()
    {
        using Installation standIns = new(AppContext.BaseDirectory);
        using AssemblyDefinition module = standIns.Read(typeof(MongooseModule).Assembly.Location);
        CheckResult result = new CompatibilityCheck(standIns, CheckCommand.Own).Run(module);
        Assert.That(result.Mismatches, Is.Empty);
        Assert.That(result.Assemblies.Select(row => row.Assembly), Is.SupersetOf(Names));
    }

    [TestCaseSource(nameof(Names))]
    public void The_module_is_bound_to_the_stand_ins_and_not_to_the_reference_assemblies(string name)
    {
        Assembly bound =
            Assembly.Load(typeof(MongooseModule).Assembly.GetReferencedAssemblies().Single(reference => reference.Name == name));
        Assert.That(bound.Location, Is.EqualTo(Path.Combine(AppContext.BaseDirectory, name + ".dll")));
        Assert.That(bound.GetCustomAttribute<AssemblyDescriptionAttribute>()!.Description, Does.StartWith("Stands in"));
    }

    [Test]
    public void The_module_is_the_one_that_is_shipped()
    {
        DirectoryInfo here = new(AppContext.BaseDirectory);
        string shipped = Path.Combine(Repository.Root(), "Mongoose.Server", "bin", here.Parent!.Name, here.Name, "Mongoose.Server.dll");
        using ModuleDefinition module = ModuleDefinition.ReadModule(shipped);
        Assert.That(typeof(MongooseModule).Module.ModuleVersionId, Is.EqualTo(module.Mvid));
    }
}
