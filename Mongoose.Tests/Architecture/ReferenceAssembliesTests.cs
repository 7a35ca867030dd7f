using Mongoose.Testbed.Compatibility;
using Mongoose.Tests.Compatibility;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Mongoose.Tests.Architecture;

/// <summary>The signature-only assemblies in reference/: no more than is used, nothing that runs, nothing that is shipped.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class ReferenceAssembliesTests
{
    [Test]
    public void Every_member_is_used()
    {
        using Installation references = new(Built.References);
        using AssemblyDefinition module = references.Read(Built.Module);
        CompatibilityCheck check = new(references, "Mongoose.Core");
        check.Run(module);
        HashSet<string> inherited = module.MainModule.GetMemberReferences().OfType<MethodReference>()
            .Where(method => method.DeclaringType.FullName == "System.Object").Select(method => SignatureText.Of(method)).ToHashSet();
        TypeDefinition[] types = PublicTypes(references).ToArray();
        HashSet<string> bases = types.Where(type => type.BaseType is not null).Select(type => type.BaseType.GetElementType().FullName).ToHashSet();

        IEnumerable<IMemberDefinition> unused = types.Where(type => !check.Found.Contains(type)).Cast<IMemberDefinition>()
            .Concat(types.SelectMany(type => type.Fields).Where(field => !field.IsSpecialName && !check.Found.Contains(field)))
            .Concat(types.SelectMany(type => type.Methods).Where(method => !check.Found.Contains(method) && !IsNeededByTheCompiler(method)));
        Assert.That(unused.Select(member => member.FullName), Is.Empty);

        bool IsNeededByTheCompiler(MethodDefinition method) =>
            method.IsRuntime
            || method.IsConstructor && (method.IsPrivate || method.IsAssembly || bases.Contains(method.DeclaringType.FullName))
            || method.IsVirtual && method.IsReuseSlot && inherited.Contains(SignatureText.Of(method))
            // C# lets an attribute's property be set only if it can be read.
            || method.IsGetter && method.DeclaringType.BaseType.FullName == "System.Attribute"
                && method.DeclaringType.Properties.Any(property => property.GetMethod == method && check.Found.Contains(property.SetMethod));
    }

    [Test]
    public void Every_body_throws()
    {
        using Installation references = new(Built.References);
        IEnumerable<string> others = PublicTypes(references).SelectMany(type => type.Methods)
            .Where(method => method.HasBody && (method.Body.Instructions[^1].OpCode != OpCodes.Throw
                || method.Body.Instructions.Any(instruction => instruction.OpCode == OpCodes.Ret)))
            .Select(method => method.FullName);
        Assert.That(others, Is.Empty);
    }

    [Test]
    public void None_is_released()
    {
        string release = Path.Combine(Built.Root, "bin");
        string[] names = Directory.EnumerateFiles(Built.References, "*.dll").Select(path => Path.GetFileName(path)).ToArray();
        Assert.That(names, Is.Not.Empty);
        string[] places = [release, Path.GetDirectoryName(Built.Module)!, AppContext.BaseDirectory];
        Assert.That(places.SelectMany(place => names.Select(name => Path.Combine(place, name))).Where(File.Exists), Is.Empty);
    }

    private static IEnumerable<TypeDefinition> PublicTypes(Installation references) =>
        Directory.EnumerateFiles(references.Directory, "*.dll")
            .SelectMany(path => references.Find(Path.GetFileNameWithoutExtension(path))!.MainModule.Types)
            .Where(type => type.IsPublic);
}
