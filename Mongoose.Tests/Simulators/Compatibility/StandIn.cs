using Mongoose.Simulators.Compatibility;
using Mono.Cecil;
using Mono.Cecil.Rocks;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>
/// An installation that has exactly what the region module needs: the signature-only assemblies, and the hidden members that it declares.
/// Tests change it, and look whether that is noticed.
/// </summary>
internal sealed class StandIn : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public StandIn()
    {
        foreach (string path in System.IO.Directory.EnumerateFiles(Built.References, "*.dll"))
            File.Copy(path, PathOf(Path.GetFileNameWithoutExtension(path)));
        using Installation references = new(Built.References);
        using AssemblyDefinition module = references.Read(Built.Module);
        foreach (CustomAttribute declared in module.MainModule.GetAllTypes().SelectMany(type => type.Fields)
            .SelectMany(field => field.CustomAttributes))
        {
            if (declared.AttributeType.Name is "NonPublicFieldAttribute" or "NonPublicMethodAttribute")
                AddHidden(declared);
        }
    }

    public string Directory => _directory.Path;

    public string PathOf(string assembly) => Path.Combine(_directory.Path, assembly + ".dll");

    /// <summary>Copies the region module into it.</summary>
    public void Install()
    {
        foreach (string path in Built.ModuleFiles)
            File.Copy(path, PathOf(Path.GetFileNameWithoutExtension(path)), overwrite: true);
    }

    /// <summary>Rewrites one assembly.</summary>
    public void Change(string assembly, Action<ModuleDefinition> change)
    {
        using Installation installation = new(_directory.Path);
        using AssemblyDefinition definition = installation.Read(PathOf(assembly));
        change(definition.MainModule);
        definition.Write(PathOf(assembly));
    }

    /// <summary>Compares the region module with it.</summary>
    public IReadOnlyList<Mismatch> Check()
    {
        using Installation installation = new(_directory.Path);
        using AssemblyDefinition module = installation.Read(Built.Module);
        return new CompatibilityCheck(installation, "Mongoose.Core").Run(module).Mismatches;
    }

    public void Dispose() => _directory.Dispose();

    private void AddHidden(CustomAttribute declared)
    {
        TypeReference owner = (TypeReference)declared.ConstructorArguments[0].Value;
        string name = (string)declared.ConstructorArguments[1].Value;
        TypeReference result = (TypeReference)declared.ConstructorArguments[2].Value;
        Change(Installation.AssemblyOf(owner), module =>
        {
            TypeDefinition type = module.GetType(owner.FullName);
            if (declared.AttributeType.Name == "NonPublicFieldAttribute")
            {
                type.Fields.Add(new FieldDefinition(name, FieldAttributes.Private, module.ImportReference(result)));
                return;
            }
            MethodDefinition method = new(name, MethodAttributes.Private | MethodAttributes.HideBySig, module.ImportReference(result));
            foreach (CustomAttributeArgument parameter in (CustomAttributeArgument[])declared.ConstructorArguments[3].Value)
                method.Parameters.Add(new ParameterDefinition(module.ImportReference((TypeReference)parameter.Value)));
            method.Body.GetILProcessor().Emit(Mono.Cecil.Cil.OpCodes.Ret);
            type.Methods.Add(method);
        });
    }
}
