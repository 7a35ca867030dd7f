using Mono.Cecil;

namespace Mongoose.Simulators.Compatibility;

/// <summary>A directory of assemblies and the base class library, read as metadata: nothing is loaded into the process.</summary>
public sealed class Installation(string directory) : IAssemblyResolver
{
    private const int DeepestHierarchy = 64;

    private static readonly string PlatformDirectory = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private readonly Dictionary<string, AssemblyDefinition?> _read = new(StringComparer.OrdinalIgnoreCase);

    public string Directory => directory;

    /// <summary>Whether an assembly is part of the runtime.</summary>
    public static bool IsPlatform(string assembly) => File.Exists(Path.Combine(PlatformDirectory, assembly + ".dll"));

    /// <summary>Reads an assembly from any directory. Assemblies that it references are searched for in this installation.</summary>
    /// <exception cref="InvalidDataException">The file is not a complete .NET assembly. The message is suitable for users.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public AssemblyDefinition Read(string path)
    {
        AssemblyFile file = new(path);
        try
        {
            if (file.IsComplete)
                return AssemblyDefinition.ReadAssembly(path,
                    new ReaderParameters { AssemblyResolver = this, ReadingMode = ReadingMode.Deferred, InMemory = true });
        }
        catch (Exception exception) when (exception is not (IOException or UnauthorizedAccessException))
        {
            // If metadata is complete but wrong, its reader can throw any exception.
        }
        throw new InvalidDataException(file.Fault("copy it again"));
    }

    /// <summary>An assembly by its simple name: the directory's own or the runtime's; null if neither has it.</summary>
    public AssemblyDefinition? Find(string assembly)
    {
        if (!_read.TryGetValue(assembly, out AssemblyDefinition? found))
        {
            string? path = new[] { directory, PlatformDirectory }.Select(place => Path.Combine(place, assembly + ".dll"))
                .FirstOrDefault(File.Exists);
            found = path is null ? null : Read(path);
            _read.Add(assembly, found);
        }
        return found;
    }

    /// <summary>A type by its full name, including types that the assembly forwards to another assembly; null if there is none.</summary>
    public TypeDefinition? FindType(string assembly, string type)
    {
        ModuleDefinition? module = Find(assembly)?.MainModule;
        if (module is null)
            return null;
        if (module.GetType(type) is { } found)
            return found;
        int nesting = type.IndexOf('/');
        string outer = nesting < 0 ? type : type[..nesting];
        TypeDefinition? forwarded = module.ExportedTypes.Where(exported => exported.FullName == outer).Select(Resolve).FirstOrDefault();
        return forwarded is null || nesting < 0 ? forwarded : forwarded.Module.GetType(type);
    }

    /// <summary>The type that a reference refers to; null if it is missing.</summary>
    public TypeDefinition? FindType(TypeReference? type) => type is null ? null
        : type.GetElementType() is TypeDefinition defined ? defined
        : FindType(AssemblyOf(type), type.GetElementType().FullName);

    /// <summary>
    /// A type and its base classes, each with the arguments of its generic parameters, expressed in those of the first type.
    /// </summary>
    public IEnumerable<(TypeDefinition Type, IReadOnlyList<string>? Arguments)> Chain(TypeDefinition? type)
    {
        IReadOnlyList<string>? arguments = null;
        for (int depth = 0; type is not null; depth++)
        {
            RefuseDeeper(depth);
            yield return (type, arguments);
            arguments = type.BaseType is GenericInstanceType generic ? SignatureText.Arguments(generic, arguments) : null;
            type = FindType(type.BaseType);
        }
    }

    /// <summary>An interface and the interfaces that it inherits, each with the arguments of its generic parameters.</summary>
    public IEnumerable<(TypeDefinition Type, IReadOnlyList<string>? Arguments)> Interfaces(TypeReference type,
        IReadOnlyList<string>? arguments = null, int depth = 0)
    {
        RefuseDeeper(depth);
        if (type is GenericInstanceType generic)
            arguments = SignatureText.Arguments(generic, arguments);
        if (FindType(type) is not { } definition)
            yield break;
        yield return (definition, arguments);
        foreach (InterfaceImplementation inherited in definition.Interfaces)
        {
            foreach ((TypeDefinition, IReadOnlyList<string>?) further in Interfaces(inherited.InterfaceType, arguments, depth + 1))
                yield return further;
        }
    }

    /// <summary>In damaged metadata, a type can be its own base.</summary>
    /// <exception cref="BadImageFormatException">The hierarchy is deeper than any that people write.</exception>
    public static void RefuseDeeper(int depth)
    {
        if (depth > DeepestHierarchy)
            throw new BadImageFormatException($"a type has more than {DeepestHierarchy} bases");
    }

    /// <summary>Simple name of the assembly that a reference points to.</summary>
    public static string AssemblyOf(TypeReference type) => type.GetElementType().Scope switch
    {
        AssemblyNameReference assembly => assembly.Name,
        ModuleDefinition module => module.Assembly.Name.Name,
        _ => type.Module.Assembly.Name.Name,
    };

    public AssemblyDefinition Resolve(AssemblyNameReference name) => Find(name.Name) ?? throw new AssemblyResolutionException(name);

    public AssemblyDefinition Resolve(AssemblyNameReference name, ReaderParameters parameters) => Resolve(name);

    public void Dispose()
    {
        foreach (AssemblyDefinition? assembly in _read.Values)
            assembly?.Dispose();
        _read.Clear();
    }

    private TypeDefinition? Resolve(ExportedType exported) =>
        exported.Scope is AssemblyNameReference other ? FindType(other.Name, exported.FullName) : null;
}
