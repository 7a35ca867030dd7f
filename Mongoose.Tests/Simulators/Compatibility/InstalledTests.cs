using Mongoose.Simulators.Compatibility;
using Mongoose.Testbed.Commands;
using Mono.Cecil;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>An assembly and the signatures that it is compiled against, beside a real installation.</summary>
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public abstract class InstalledTests
{
    private string _directory = "";

    /// <summary>Where the installation is; where there is none, the tests are reported as skipped.</summary>
    private protected abstract string FindOrSkip();

    /// <summary>The compiled assembly.</summary>
    private protected abstract string Compiled { get; }

    /// <summary>The signatures to compile against.</summary>
    private protected abstract string References { get; }

    [OneTimeSetUp]
    public void FindInstallation() => _directory = FindOrSkip();

    [Test]
    public void It_has_every_member_that_is_used()
    {
        using Installation installation = new(_directory);
        using AssemblyDefinition compiled = installation.Read(Compiled);
        Assert.That(new CompatibilityCheck(installation, CheckCommand.Own).Run(compiled).Mismatches, Is.Empty);
    }

    [Test]
    public void The_signatures_in_reference_are_its_own()
    {
        using Installation real = new(_directory), written = new(References);
        foreach (TypeDefinition type in PublicTypes(written))
        {
            TypeDefinition? original = real.FindType(type.Module.Assembly.Name.Name, type.FullName);
            Assert.That(original, Is.Not.Null, type.FullName);
            Assert.Multiple(() =>
            {
                Assert.That(Shape(type), Is.EqualTo(Shape(original!)), type.FullName);
                Assert.That(InterfacesOf(written, type), Is.SubsetOf(InterfacesOf(real, original!)), type.FullName);
                Assert.That(Signatures(type), Is.SubsetOf(Signatures(original!)), type.FullName);
            });
        }
    }

    [Test]
    public void The_versions_in_reference_are_no_higher_than_its_own()
    {
        using Installation real = new(_directory), written = new(References);
        foreach (AssemblyDefinition assembly in Assemblies(written))
            Assert.That(assembly.Name.Version, Is.LessThanOrEqualTo(real.Find(assembly.Name.Name)!.Name.Version), assembly.Name.Name);
    }

    private static IEnumerable<AssemblyDefinition> Assemblies(Installation installation) =>
        Directory.EnumerateFiles(installation.Directory, "*.dll")
            .Select(path => installation.Find(Path.GetFileNameWithoutExtension(path))!);

    private static IEnumerable<TypeDefinition> PublicTypes(Installation installation) =>
        Assemblies(installation).SelectMany(assembly => assembly.MainModule.Types).Where(type => type.IsPublic);

    private static string Shape(TypeDefinition type) =>
        $"{(type.IsInterface ? "interface" : type.IsEnum ? "enum" : type.IsValueType ? "struct" : "class")}"
        + $"{(type.IsAbstract ? " abstract" : "")}{(type.IsSealed ? " sealed" : "")} "
        + $": {(type.BaseType is null ? "" : SignatureText.Of(type.BaseType))}";

    private static IEnumerable<string> InterfacesOf(Installation installation, TypeDefinition type) =>
        installation.Chain(type).SelectMany(link => link.Type.Interfaces)
            .Select(implemented => SignatureText.Of(implemented.InterfaceType));

    private static IEnumerable<string> Signatures(TypeDefinition type) =>
        type.Methods.Where(method => !method.IsPrivate && !method.IsAssembly && !method.IsFamilyAndAssembly)
            .Select(method => $"{method.Attributes & MethodAttributes.MemberAccessMask} "
                + $"{(method.IsVirtual && !method.IsFinal ? "virtual " : "")}{SignatureText.Of(method)}")
        .Concat(type.Fields.Where(field => !field.IsPrivate)
            .Select(field => field.HasConstant
                ? SignatureText.Constant(field.Name, field.Constant)
                : $"{field.Attributes & FieldAttributes.FieldAccessMask} {(field.IsInitOnly ? "readonly " : "")}"
                    + $"{SignatureText.Field(field.IsStatic, field.Name, field.FieldType)}"));
}
