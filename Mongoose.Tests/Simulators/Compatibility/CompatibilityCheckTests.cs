using Mongoose.Simulators.Compatibility;
using Mono.Cecil;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>The check of an installation: a compatible installation passes, and every kind of mismatch is found and reported.</summary>
public sealed class CompatibilityCheckTests
{
    private const string LindenUdp = "OpenSim.Region.ClientStack.LindenUDP", RegionFramework = "OpenSim.Region.Framework";

    [Test]
    public void What_has_all_that_is_needed_passes() => Assert.That(MismatchesAfter(LindenUdp, _ => { }), Is.Empty);

    [Test]
    public void A_missing_assembly_is_named_once()
    {
        using StandIn there = new();
        File.Delete(there.PathOf("OpenSim.Framework.Console"));
        Assert.That(there.Check().Select(mismatch => (mismatch.Assembly, mismatch.Type)),
            Is.EqualTo(new[] { ("OpenSim.Framework.Console", "") }));
    }

    [Test]
    public void A_lower_assembly_version_does_not_bind() =>
        AssertOne("Nini", module => module.Assembly.Name.Version = new Version(1, 0, 9, 9), "", "version 1.1.0.0 or higher", "1.0.9.9");

    [Test]
    public void A_higher_assembly_version_does() =>
        Assert.That(MismatchesAfter("Nini", module => module.Assembly.Name.Version = new Version(2, 0, 0, 0)), Is.Empty);

    [Test]
    public void A_missing_type_is_named_and_its_members_are_not_listed_again() =>
        AssertOne("OpenSim.Framework.Monitoring", module => module.GetType("OpenSim.Framework.Monitoring.Watchdog").Name = "Guard",
            "Watchdog", "the type", "no such type");

    [Test]
    public void A_missing_field() => AssertOne(LindenUdp, module => Field(module, "LLUDPClient", "UnackedBytes").Name = "Unacked",
        "LLUDPClient", "int UnackedBytes", "no member with that name");

    [Test]
    public void A_field_of_another_type() => AssertOne(LindenUdp,
        module => Field(module, "LLUDPClient", "UnackedBytes").FieldType = module.TypeSystem.Int64, "LLUDPClient", "int UnackedBytes",
        "long UnackedBytes");

    [Test]
    public void A_missing_method() => AssertOne(LindenUdp, module => Method(module, "LLUDPServer", "SendAcks").Name = "SendAck",
        "LLUDPServer", "void SendAcks(", "no member with that name");

    [Test]
    public void A_changed_parameter() => AssertOne(LindenUdp,
        module => Method(module, "LLImageManager", "ProcessImageQueue").Parameters[0].ParameterType = module.TypeSystem.Int64,
        "LLImageManager", "bool ProcessImageQueue(int)", "bool ProcessImageQueue(long)");

    [Test]
    public void A_changed_return_type() => AssertOne(LindenUdp,
        module => Method(module, "LLUDPClient", "DequeueOutgoing").ReturnType = module.TypeSystem.Void,
        "LLUDPClient", "bool DequeueOutgoing()", "void DequeueOutgoing()");

    [Test]
    public void An_instance_method_that_has_become_static() => AssertOne(LindenUdp, module =>
        {
            MethodDefinition method = Method(module, "LLUDPServer", "SendPing");
            (method.IsStatic, method.HasThis) = (true, false);
        }, "LLUDPServer", "void SendPing(", "static void SendPing(");

    [Test]
    public void A_member_that_is_public_no_more() => AssertOne(LindenUdp, module =>
        Method(module, "LLUDPClient", "GetThrottlesPacked").IsAssembly = true,
        "LLUDPClient", "byte[] GetThrottlesPacked(float)", "it is not public");

    [Test]
    public void A_struct_that_has_become_a_class() => AssertOne("OpenMetaverseTypes", module =>
        {
            TypeDefinition type = module.GetType("OpenMetaverse.UUID");
            type.BaseType = module.TypeSystem.Object;
            type.IsSequentialLayout = false;
        }, "UUID", "a struct", "it is not");

    [Test]
    public void A_changed_enum_value() => AssertOne("OpenSim.Framework",
        module => module.GetType("OpenSim.Framework.ThrottleOutPacketTypeFlags").Fields.Single(field => field.Name == "Task").Constant = 16,
        "ThrottleOutPacketTypeFlags", "const int Task = 8", "const int Task = 16");

    [Test]
    public void A_changed_constant() => AssertOne("OpenSim.Framework.Monitoring",
        module => module.GetType("OpenSim.Framework.Monitoring.Watchdog").Fields.Single().Constant = 1,
        "Watchdog", "const int DEFAULT_WATCHDOG_TIMEOUT_MS = 5000", "= 1");

    [Test]
    public void A_missing_private_field() => AssertOne(LindenUdp, module =>
        Field(module, "LLUDPClient", "m_packetOutboxes").Name = "m_outboxes",
        "LLUDPClient", "m_packetOutboxes, reached by reflection", "no member with that name");

    [Test]
    public void A_private_field_of_another_type() => AssertOne(LindenUdp,
        module => Field(module, "LLUDPClient", "m_nextPackets").FieldType = Type(module, "OutgoingPacket"),
        "LLUDPClient", "OutgoingPacket[] m_nextPackets", "OutgoingPacket m_nextPackets");

    [Test]
    public void A_missing_private_method_that_is_optional_is_said_to_be()
    {
        Mismatch mismatch =
            MismatchesAfter(LindenUdp, module => Method(module, "LLClientView", "ProcessEntityUpdates").Name = "ProcessUpdates").Single();
        Assert.That(mismatch.Optional);
    }

    [Test]
    public void An_overridden_method_that_is_gone() => AssertOne(LindenUdp, module =>
        {
            Method(module, "OpenSimUDPBase", "StartOutbound").Name = "Start";
            Method(module, "LLUDPServer", "StartOutbound").Name = "Start";
        }, "LLUDPServer", "virtual void StartOutbound(), overridden", "no member with that name");

    [Test]
    public void An_overridden_method_that_is_sealed() => AssertOne(LindenUdp, module =>
        Method(module, "LLUDPServer", "StartOutbound").IsFinal = true,
        "LLUDPServer", "virtual void StartOutbound(), overridden", "it cannot be overridden");

    [Test]
    public void A_base_class_that_is_sealed() => AssertOne(LindenUdp, module => Type(module, "LLUDPServer").IsSealed = true,
        "LLUDPServer", "MongooseUdpServer can derive from", "it is sealed");

    [Test]
    public void A_base_class_that_demands_more() => AssertOne(LindenUdp, module =>
        AddAbstract(module, Type(module, "LLUDPServerShim"), "Restart"),
        "LLUDPServerShim", "MongooseServerShim does not override", "void Restart()");

    [Test]
    public void An_interface_that_demands_more() => AssertOne(RegionFramework,
        module => AddAbstract(module, module.GetType("OpenSim.Region.Framework.Interfaces.ISharedRegionModule"), "Pause"),
        "ISharedRegionModule", "MongooseModule does not implement", "void Pause()");

    [Test]
    public void A_missing_property_of_an_attribute() => AssertOne("Mono.Addins",
        module => module.GetType("Mono.Addins.ExtensionAttribute").Methods.Single(method => method.Name == "set_NodeName")
            .Name = "set_Node",
        "ExtensionAttribute", "void set_NodeName(string)", "no member with that name");

    [Test]
    public void A_delegate_of_another_shape() => AssertOne("OpenSim.Framework",
        module => module.GetType("OpenSim.Framework.CommandDelegate").Methods.Single(method => method.Name == "Invoke")
            .Parameters.RemoveAt(0),
        "CommandDelegate", "void Invoke(string, string[])", "void Invoke(string[])");

    [Test]
    public void A_member_that_has_moved_to_a_base_class_is_found_there() => Assert.That(MismatchesAfter(LindenUdp, module =>
    {
        MethodDefinition method = Method(module, "LLUDPServer", "SendPing");
        method.DeclaringType.Methods.Remove(method);
        Type(module, "OpenSimUDPBase").Methods.Add(method);
    }), Is.Empty);

    [Test]
    public void A_type_that_is_forwarded_to_another_assembly_is_found_there()
    {
        using StandIn there = new();
        File.Copy(there.PathOf("OpenMetaverseTypes"), there.PathOf("OpenMetaverse.Values"));
        there.Change("OpenMetaverse.Values", module => module.Assembly.Name.Name = "OpenMetaverse.Values");
        there.Change("OpenMetaverseTypes", module =>
        {
            module.Types.Remove(module.GetType("OpenMetaverse.UUID"));
            AssemblyNameReference values = new("OpenMetaverse.Values", new Version(0, 0, 0, 0));
            module.AssemblyReferences.Add(values);
            module.ExportedTypes.Add(new ExportedType("OpenMetaverse", "UUID", module, values) { IsForwarder = true });
        });
        Assert.That(there.Check(), Is.Empty);
    }

    private static TypeDefinition Type(ModuleDefinition module, string name) => module.GetType($"{LindenUdp}.{name}");

    private static MethodDefinition Method(ModuleDefinition module, string type, string name) =>
        Type(module, type).Methods.Single(method => method.Name == name);

    private static FieldDefinition Field(ModuleDefinition module, string type, string name) =>
        Type(module, type).Fields.Single(field => field.Name == name);

    private static void AddAbstract(ModuleDefinition module, TypeDefinition type, string name)
    {
        type.IsAbstract = true;
        type.Methods.Add(new MethodDefinition(name,
            MethodAttributes.Public | MethodAttributes.Abstract | MethodAttributes.Virtual
                | MethodAttributes.NewSlot | MethodAttributes.HideBySig,
            module.TypeSystem.Void));
    }

    private static IReadOnlyList<Mismatch> MismatchesAfter(string assembly, Action<ModuleDefinition> change)
    {
        using StandIn there = new();
        there.Change(assembly, change);
        return there.Check();
    }

    /// <summary>Exactly the change is found, and the mismatch has its place, the expected text and the text found.</summary>
    private static void AssertOne(string assembly, Action<ModuleDefinition> change, string type, string needed, string found)
    {
        IReadOnlyList<Mismatch> mismatches = MismatchesAfter(assembly, change);
        Assert.That(mismatches, Has.Count.EqualTo(1), string.Join('\n', mismatches));
        Assert.That(mismatches[0].Assembly, Is.EqualTo(assembly));
        Assert.That(mismatches[0].Type, Does.EndWith(type));
        Assert.That(mismatches[0].Expected, Does.Contain(needed));
        Assert.That(mismatches[0].Found, Does.Contain(found));
    }
}
