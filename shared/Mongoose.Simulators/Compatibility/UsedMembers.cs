using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Mongoose.Simulators.Compatibility;

/// <summary>
/// The members of foreign assemblies that a compiled assembly uses, read from its metadata and code. The assembly declares other uses with
/// attributes, which are recognised by name: NonPublicField and NonPublicMethod for members that it accesses by reflection, CompiledIn for
/// copied constants.
/// </summary>
public sealed class UsedMembers
{
    private readonly ModuleDefinition _module;
    private readonly Func<string, bool> _isForeign;
    private readonly HashSet<MemberUse> _members = [];

    private UsedMembers(ModuleDefinition module, Func<string, bool> isForeign)
    {
        _module = module;
        _isForeign = isForeign;
    }

    public IReadOnlyCollection<MemberUse> Members => _members;

    /// <summary>The assembly's own types that have a foreign base class or interface.</summary>
    public IReadOnlyList<TypeDefinition> Derived { get; private set; } = [];

    /// <param name="module">The assembly to examine.</param>
    /// <param name="isForeign">Whether members of an assembly, by its simple name, are to be listed.</param>
    public static UsedMembers Find(ModuleDefinition module, Func<string, bool> isForeign)
    {
        UsedMembers used = new(module, isForeign);
        used.AddReferences();
        used.AddDelegates();
        used.AddOverrides();
        used.AddAttributes();
        return used;
    }

    private void AddReferences()
    {
        HashSet<string> statics = _module.GetAllTypes().SelectMany(type => type.Methods).Where(method => method.HasBody)
            .SelectMany(method => method.Body.Instructions)
            .Where(instruction => instruction.OpCode.Code is Code.Ldsfld or Code.Ldsflda or Code.Stsfld)
            .Select(instruction => ((FieldReference)instruction.Operand).FullName).ToHashSet();
        foreach (TypeReference type in _module.GetTypeReferences())
            AddType(type, "");
        foreach (MemberReference member in _module.GetMemberReferences())
        {
            if (member is MethodReference method && Add(member.DeclaringType, UseKind.Method, SignatureText.Of(method)))
                AddTypes(method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType));
            if (member is FieldReference field
                && Add(member.DeclaringType, UseKind.Field,
                    SignatureText.Field(statics.Contains(field.FullName), field.Name, field.FieldType)))
                AddTypes([field.FieldType]);
        }
    }

    /// <summary>The runtime binds a method to a delegate of any signature; only the compiler has checked that they match.</summary>
    private void AddDelegates()
    {
        foreach (MethodDefinition method in _module.GetAllTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (Instruction instruction in method.Body.Instructions)
            {
                if (instruction.OpCode.Code is Code.Ldftn or Code.Ldvirtftn && instruction.Operand is MethodReference bound
                    && instruction.Next is
                    {
                        OpCode.Code: Code.Newobj,
                        Operand: MethodReference { DeclaringType: not GenericInstanceType } made
                    })
                    Add(made.DeclaringType, UseKind.Method,
                        SignatureText.Method(false, "Invoke", 0, bound.ReturnType,
                            bound.Parameters.Select(parameter => parameter.ParameterType)));
            }
        }
    }

    private void AddOverrides()
    {
        List<TypeDefinition> derived = [];
        foreach (TypeDefinition type in _module.GetAllTypes())
        {
            TypeReference? foreign = ForeignBase(type);
            if (foreign is not null || type.Interfaces.Any(implemented => IsForeign(implemented.InterfaceType)))
                derived.Add(type);
            if (foreign is null)
                continue;
            foreach (MethodDefinition method in type.Methods.Where(method => method.IsVirtual && !method.IsNewSlot))
                Add(foreign, UseKind.Override, SignatureText.Of(method));
        }
        Derived = derived;
    }

    private void AddAttributes()
    {
        foreach (CustomAttribute attribute in AllAttributes())
        {
            if (IsForeign(attribute.AttributeType))
            {
                foreach (CustomAttributeNamedArgument named in attribute.Properties)
                    Add(attribute.AttributeType, UseKind.Method,
                        SignatureText.Method(false, "set_" + named.Name, 0, _module.TypeSystem.Void, [named.Argument.Type]));
                foreach (CustomAttributeNamedArgument named in attribute.Fields)
                    Add(attribute.AttributeType, UseKind.Field, SignatureText.Field(false, named.Name, named.Argument.Type));
            }
            else if (DeclaredUse(attribute) is { } use)
                _members.Add(use);
        }
    }

    private static MemberUse? DeclaredUse(CustomAttribute attribute)
    {
        if (attribute.AttributeType.Name is not ("NonPublicFieldAttribute" or "NonPublicMethodAttribute" or "CompiledInAttribute"))
            return null;
        TypeReference owner = (TypeReference)attribute.ConstructorArguments[0].Value;
        string name = (string)attribute.ConstructorArguments[1].Value;
        object third = attribute.ConstructorArguments[2].Value;
        bool optional = attribute.Properties.Any(property => property is { Name: "Optional", Argument.Value: true });
        (UseKind kind, string signature) = attribute.AttributeType.Name switch
        {
            "NonPublicFieldAttribute" => (UseKind.NonPublicField, SignatureText.Field(false, name, (TypeReference)third)),
            "NonPublicMethodAttribute" => (UseKind.NonPublicMethod, SignatureText.Method(false, name, 0, (TypeReference)third,
                ((CustomAttributeArgument[])attribute.ConstructorArguments[3].Value).Select(argument => (TypeReference)argument.Value))),
            _ => (UseKind.Constant, SignatureText.Constant(name, third is CustomAttributeArgument boxed ? boxed.Value : third)),
        };
        return new MemberUse(Installation.AssemblyOf(owner), owner.FullName, kind, signature) { Optional = optional };
    }

    private IEnumerable<CustomAttribute> AllAttributes()
    {
        IEnumerable<TypeDefinition> types = _module.GetAllTypes();
        return new ICustomAttributeProvider[] { _module.Assembly, _module }
            .Concat(types)
            .Concat(types.SelectMany(type => type.Fields))
            .Concat(types.SelectMany(type => type.Properties))
            .Concat(types.SelectMany(type => type.Events))
            .Concat(types.SelectMany(type => type.Methods))
            .Concat(types.SelectMany(type => type.Methods).SelectMany(method => method.Parameters))
            .Where(provider => provider.HasCustomAttributes)
            .SelectMany(provider => provider.CustomAttributes);
    }

    /// <summary>The first base class outside this assembly, if it is foreign.</summary>
    private TypeReference? ForeignBase(TypeDefinition type)
    {
        TypeReference? next = type.BaseType;
        for (int depth = 0; next?.GetElementType() is TypeDefinition own; depth++)
        {
            Installation.RefuseDeeper(depth);
            next = own.BaseType;
        }
        return next is not null && IsForeign(next) ? next : null;
    }

    private bool IsForeign(TypeReference type) => type is not (ArrayType or GenericParameter) && _isForeign(Installation.AssemblyOf(type));

    private bool Add(TypeReference owner, UseKind kind, string signature)
    {
        if (!IsForeign(owner))
            return false;
        _members.Add(new MemberUse(Installation.AssemblyOf(owner), owner.GetElementType().FullName, kind, signature));
        return true;
    }

    private void AddTypes(IEnumerable<TypeReference> types)
    {
        foreach (TypeReference type in types.SelectMany(SignatureText.Parts))
            AddType(type, type.IsValueType ? "struct" : "class");
    }

    private void AddType(TypeReference type, string kind) => Add(type, UseKind.Type, kind);
}
