using System.Text.RegularExpressions;
using Mono.Cecil;

namespace Mongoose.Simulators.Compatibility;

/// <summary>Compares the requirements of an assembly with an installation, by the rules by which the runtime binds references.</summary>
/// <param name="own">Simple names of the assemblies that are distributed with the checked assembly.</param>
public sealed class CompatibilityCheck(Installation installation, params string[] own)
{
    private readonly HashSet<string> _own = [.. own];
    private readonly HashSet<IMemberDefinition> _found = [];
    private readonly List<Mismatch> _mismatches = [];
    private readonly HashSet<TypeDefinition> _bases = [];

    /// <summary>The definitions that match uses, for all assemblies compared so far.</summary>
    public IReadOnlySet<IMemberDefinition> Found => _found;

    /// <summary>Compares one assembly.</summary>
    public CheckResult Run(AssemblyDefinition assembly)
    {
        _mismatches.Clear();
        _own.Add(assembly.Name.Name);
        UsedMembers used = UsedMembers.Find(assembly.MainModule, IsForeign);
        foreach (TypeDefinition type in used.Derived)
            _bases.UnionWith(installation.Chain(type).Select(link => link.Type));
        AssemblyNameReference[] foreign = assembly.MainModule.AssemblyReferences.Where(reference => IsForeign(reference.Name)).ToArray();
        foreach (AssemblyNameReference reference in foreign)
            CheckAssembly(reference);
        foreach (MemberUse use in used.Members.Where(use => installation.Find(use.Assembly) is not null).OrderBy(use => use.Type)
            .ThenBy(use => use.Kind))
            Check(use);
        foreach (TypeDefinition type in used.Derived)
            CheckDerived(type);
        return new CheckResult(foreign.Select(reference => Row(reference, used)).OrderBy(row => row.Assembly, StringComparer.Ordinal)
            .ToArray(), _mismatches.ToArray());
    }

    private bool IsForeign(string assembly) => !_own.Contains(assembly) && !Installation.IsPlatform(assembly);

    private AssemblyRow Row(AssemblyNameReference reference, UsedMembers used)
    {
        MemberUse[] uses = used.Members.Where(use => use.Assembly == reference.Name).ToArray();
        return new AssemblyRow(reference.Name, reference.Version, installation.Find(reference.Name)?.Name.Version,
            uses.Select(use => use.Type).Distinct().Count(),
            uses.Count(use => use.Kind != UseKind.Type),
            _mismatches.Count(mismatch => mismatch.Assembly == reference.Name));
    }

    private void CheckAssembly(AssemblyNameReference reference)
    {
        Version? there = installation.Find(reference.Name)?.Name.Version;
        if (there is null)
            Report(reference.Name, "", "the assembly", "no such file; neither the runtime nor the installation contains it");
        else if (there < reference.Version)
            Report(reference.Name, "", $"assembly version {reference.Version} or higher", $"version {there}, which .NET would not load");
    }

    private void Check(MemberUse use)
    {
        TypeDefinition? type = installation.FindType(use.Assembly, use.Type);
        if (type is null)
        {
            // Reported once for the type, not again for every member.
            if (use.Kind == UseKind.Type && use.Signature == "")
                Report(use.Assembly, use.Type, "the type", "no such type");
            return;
        }
        if (use.Kind == UseKind.Type)
            CheckType(use, type);
        else
            CheckMember(use, type);
    }

    private void CheckType(MemberUse use, TypeDefinition type)
    {
        _found.Add(type);
        if (use.Signature == "" && !IsVisible(type))
            Report(use.Assembly, use.Type, "a public type", "it is not public");
        if (use.Signature != "" && use.Signature != (type.IsValueType ? "struct" : "class"))
            Report(use.Assembly, use.Type, $"a {use.Signature}", type.IsValueType ? "it is a struct" : "it is not");
    }

    private void CheckMember(MemberUse use, TypeDefinition type)
    {
        foreach (Candidate candidate in Candidates(use.Kind, type))
        {
            if (candidate.Text != use.Signature)
                continue;
            if (Objection(use.Kind, candidate.Member) is { } objection)
                Report(use, $"{candidate.Text}, but {objection}");
            _found.Add(candidate.Member);
            if (use.Kind != UseKind.Override)
                return;
            // An override uses all declarations of the method up to the first.
            _found.UnionWith(Candidates(use.Kind, type).Where(other => other.Text == use.Signature).Select(other => other.Member));
            return;
        }
        string name = NameIn(use.Signature);
        string[] others = Candidates(use.Kind, type).Where(candidate => candidate.Member.Name == name).Select(candidate => candidate.Text)
            .Distinct().ToArray();
        Report(use, others.Length == 0 ? "no member with that name" : string.Join("; ", others));
    }

    /// <summary>
    /// Members of a type that a use may refer to. The runtime also searches base classes for fields and methods, but not for constructors.
    /// </summary>
    private IEnumerable<Candidate> Candidates(UseKind kind, TypeDefinition type) => installation.Chain(type).SelectMany(link => kind switch
    {
        UseKind.Constant => link.Type.Fields.Where(field => field.HasConstant)
            .Select(field => new Candidate(field, SignatureText.Constant(field.Name, field.Constant))),
        UseKind.Field or UseKind.NonPublicField => link.Type.Fields.Select(field =>
            new Candidate(field, SignatureText.Field(field.IsStatic, field.Name, field.FieldType, link.Arguments))),
        _ => link.Type.Methods.Where(method => link.Type == type || !method.IsConstructor)
            .Select(method => new Candidate(method, SignatureText.Of(method, link.Arguments))),
    });

    /// <summary>The reason why a member with the correct signature cannot be used; null if it can.</summary>
    private string? Objection(UseKind kind, IMemberDefinition member) => (kind, member) switch
    {
        (UseKind.Field, FieldDefinition { IsLiteral: true }) => "it is a constant",
        (UseKind.Field, FieldDefinition field) => AccessObjection(field, field.IsPublic, field.IsFamily || field.IsFamilyOrAssembly),
        (UseKind.Override, MethodDefinition { IsVirtual: false } or MethodDefinition { IsFinal: true }) => "it cannot be overridden",
        (UseKind.Method or UseKind.Override, MethodDefinition method) =>
            AccessObjection(method, method.IsPublic, method.IsFamily || method.IsFamilyOrAssembly),
        _ => null,
    };

    private string? AccessObjection(IMemberDefinition member, bool isPublic, bool isProtected) =>
        isPublic || isProtected && _bases.Contains(member.DeclaringType) ? null
        : isProtected ? "it is protected"
        : "it is not public";

    /// <summary>Checks that a type still meets the requirements of its foreign base classes and interfaces.</summary>
    private void CheckDerived(TypeDefinition type)
    {
        TypeDefinition[] bases = installation.Chain(type).Skip(1).Select(link => link.Type).ToArray();
        foreach (TypeDefinition parent in bases.Take(1).Where(parent => parent.IsSealed))
            Report(parent, $"a class that {type.Name} can derive from", "it is sealed");
        Candidate[] members = Candidates(UseKind.Method, type).ToArray();
        if (!type.IsAbstract)
        {
            foreach (Candidate demanded in members.Where(candidate =>
                candidate.Member is MethodDefinition { IsAbstract: true } && IsForeign(candidate)))
            {
                if (!members.Any(member =>
                    member.Text == demanded.Text && member.Member is MethodDefinition { IsAbstract: false, IsVirtual: true }))
                    Report(demanded.Member.DeclaringType, $"nothing that {type.Name} does not override", $"abstract {demanded.Text}");
            }
        }
        foreach ((TypeDefinition contract, IReadOnlyList<string>? arguments)
            in type.Interfaces.SelectMany(implemented => installation.Interfaces(implemented.InterfaceType)))
            CheckContract(type, members, contract, arguments);
    }

    private void CheckContract(TypeDefinition type, Candidate[] members, TypeDefinition contract, IReadOnlyList<string>? arguments)
    {
        if (!IsForeign(contract.Module.Assembly.Name.Name))
            return;
        if (!contract.IsInterface)
            Report(contract, "an interface", "it is not");
        foreach (MethodDefinition demanded in contract.Methods.Where(method => method.IsAbstract))
        {
            string text = SignatureText.Of(demanded, arguments);
            if (members.Any(member => member is { Member: MethodDefinition { IsVirtual: true, IsPublic: true } } && member.Text == text)
                || type.Methods.SelectMany(method => method.Overrides).Any(over =>
                    over.DeclaringType.GetElementType().FullName == contract.FullName && SignatureText.Of(over, arguments) == text))
                _found.Add(demanded);
            else
                Report(contract, $"nothing that {type.Name} does not implement", text);
        }
    }

    private bool IsForeign(Candidate candidate) => IsForeign(candidate.Member.DeclaringType.Module.Assembly.Name.Name);

    private static bool IsVisible(TypeDefinition type) =>
        type.IsNested
            ? (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly) && IsVisible(type.DeclaringType)
            : type.IsPublic;

    /// <summary>The name in a signature: the last word before parameters, generic parameters or a value.</summary>
    private static string NameIn(string signature)
    {
        string head = Regex.Replace(signature, @" mod(req|opt)\([^)]*\)", "").Split('(')[0].Split(" = ")[0];
        if (head.EndsWith('>'))
            head = head[..head.LastIndexOf('<')];
        return head[(head.LastIndexOf(' ') + 1)..];
    }

    private void Report(MemberUse use, string found) =>
        _mismatches.Add(new Mismatch(use.Assembly, use.Type, Describe(use), found, use.Optional));

    private void Report(string assembly, string type, string expected, string found) =>
        _mismatches.Add(new Mismatch(assembly, type, expected, found));

    private void Report(TypeDefinition type, string expected, string found) =>
        Report(type.Module.Assembly.Name.Name, type.FullName, expected, found);

    private static string Describe(MemberUse use) => use.Kind switch
    {
        UseKind.Override => $"virtual {use.Signature}, overridden",
        UseKind.NonPublicField or UseKind.NonPublicMethod => $"{use.Signature}, reached by reflection",
        _ => use.Signature,
    };

    private sealed record Candidate(IMemberDefinition Member, string Text);
}
