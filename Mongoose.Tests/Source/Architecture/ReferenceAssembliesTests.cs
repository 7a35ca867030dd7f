using Mongoose.Simulators.Compatibility;
using Mongoose.Testbed.Commands;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// The signature-only assemblies in reference/ contain only members that are used, contain no working code, and are not shipped.
/// </summary>
public sealed class ReferenceAssembliesTests
{
    /// <summary>Folders of signatures, each with the assembly that is compiled against it.</summary>
    private static readonly TestCaseData[] Sides =
    [
        new TestCaseData(Built.References, Built.Module).SetArgDisplayNames("OpenSim"),
        new TestCaseData(Built.LibreMetaverseReferences, Built.Bots).SetArgDisplayNames("LibreMetaverse"),
    ];

    private static readonly TestCaseData[] Directories =
    [
        new TestCaseData(Built.References).SetArgDisplayNames("OpenSim"),
        new TestCaseData(Built.LibreMetaverseReferences).SetArgDisplayNames("LibreMetaverse"),
    ];

    [TestCaseSource(nameof(Sides))]
    public void Every_member_is_used(string directory, string compiled)
    {
        using Installation references = new(directory);
        using AssemblyDefinition module = references.Read(compiled);
        CompatibilityCheck check = new(references, CheckCommand.Own);
        check.Run(module);
        HashSet<string> inherited = module.MainModule.GetMemberReferences().OfType<MethodReference>()
            .Where(method => method.DeclaringType.FullName == "System.Object").Select(method => SignatureText.Of(method)).ToHashSet();
        TypeDefinition[] types = PublicTypes(references).ToArray();
        HashSet<string> bases = types.Where(type => type.BaseType is not null)
            .Select(type => type.BaseType.GetElementType().FullName).ToHashSet();

        IEnumerable<IMemberDefinition> unused = types.Where(type => !check.Found.Contains(type) && !bases.Contains(type.FullName))
            .Cast<IMemberDefinition>()
            .Concat(types.SelectMany(type => type.Fields).Where(field => !field.IsSpecialName && !check.Found.Contains(field)))
            .Concat(types.SelectMany(type => type.Methods)
                .Where(method => !check.Found.Contains(method) && !IsNeededByTheCompiler(method)));
        Assert.That(unused.Select(member => member.FullName), Is.Empty);

        bool IsNeededByTheCompiler(MethodDefinition method) =>
            method.IsRuntime
            || method.IsConstructor
            && (method.IsPrivate || method.IsAssembly || method.IsFamilyAndAssembly || bases.Contains(method.DeclaringType.FullName))
            || method.IsVirtual && method.IsReuseSlot && inherited.Contains(SignatureText.Of(method))
            // An event must have both accessors.
            || method.IsRemoveOn
            && method.DeclaringType.Events.Any(declared => declared.RemoveMethod == method && check.Found.Contains(declared.AddMethod))
            // C# allows setting a property of an attribute only if the property has a getter.
            || method.IsGetter && method.DeclaringType.BaseType.FullName == "System.Attribute"
                && method.DeclaringType.Properties.Any(property =>
                    property.GetMethod == method && check.Found.Contains(property.SetMethod));
    }

    [TestCaseSource(nameof(Directories))]
    public void Every_body_throws(string directory)
    {
        using Installation references = new(directory);
        IEnumerable<string> others = PublicTypes(references).SelectMany(type => type.Methods)
            .Where(method => method.HasBody && (method.Body.Instructions[^1].OpCode != OpCodes.Throw
                || method.Body.Instructions.Any(instruction => instruction.OpCode == OpCodes.Ret)))
            .Select(method => method.FullName);
        Assert.That(others, Is.Empty);
    }

    [TestCaseSource(nameof(Sides))]
    public void None_is_shipped(string directory, string compiled)
    {
        string release = Path.Combine(Repository.Root(), "bin");
        string[] names = Directory.EnumerateFiles(directory, "*.dll").Select(path => Path.GetFileName(path)).ToArray();
        Assert.That(names, Is.Not.Empty);
        string[] places = [release, Path.GetDirectoryName(compiled)!, AppContext.BaseDirectory];
        Assert.That(places.SelectMany(place => names.Select(name => Path.Combine(place, name))).Where(File.Exists), Is.Empty);
    }

    private static IEnumerable<TypeDefinition> PublicTypes(Installation references) =>
        Directory.EnumerateFiles(references.Directory, "*.dll")
            .SelectMany(path => references.Find(Path.GetFileNameWithoutExtension(path))!.MainModule.Types)
            .Where(type => type.IsPublic);
}
