using System.Globalization;
using Mono.Cecil;

namespace Mongoose.Simulators.Compatibility;

/// <summary>
/// Signatures as text, which are equal if and only if the runtime treats the signatures as equal. Types are written with their full names
/// but without their assemblies, because types may be forwarded. Generic parameters are written as their positions.
/// </summary>
public static class SignatureText
{
    private static readonly Dictionary<string, string> Keywords = new()
    {
        ["System.Void"] = "void",
        ["System.Boolean"] = "bool",
        ["System.Char"] = "char",
        ["System.String"] = "string",
        ["System.Object"] = "object",
        ["System.SByte"] = "sbyte",
        ["System.Byte"] = "byte",
        ["System.Int16"] = "short",
        ["System.UInt16"] = "ushort",
        ["System.Int32"] = "int",
        ["System.UInt32"] = "uint",
        ["System.Int64"] = "long",
        ["System.UInt64"] = "ulong",
        ["System.Single"] = "float",
        ["System.Double"] = "double",
        ["System.IntPtr"] = "nint",
        ["System.UIntPtr"] = "nuint",
    };

    /// <param name="method">A reference or a definition.</param>
    /// <param name="arguments">The arguments of the declaring type's generic parameters; null leaves their positions.</param>
    public static string Of(MethodReference method, IReadOnlyList<string>? arguments = null) =>
        Method(!method.HasThis, method.Name, method.GenericParameters.Count, method.ReturnType,
            method.Parameters.Select(p => p.ParameterType), arguments);

    public static string Method(bool isStatic, string name, int genericParameters, TypeReference returns,
        IEnumerable<TypeReference> parameters,
        IReadOnlyList<string>? arguments = null) =>
        $"{(isStatic ? "static " : "")}{Of(returns, arguments)} {name}{(genericParameters > 0 ? $"<{genericParameters}>" : "")}"
        + $"({string.Join(", ", parameters.Select(type => Of(type, arguments)))})";

    public static string Field(bool isStatic, string name, TypeReference type, IReadOnlyList<string>? arguments = null) =>
        $"{(isStatic ? "static " : "")}{Of(type, arguments)} {name}";

    public static string Constant(string name, object? value) => value is null
        ? $"const {name} = null"
        : $"const {Keywords.GetValueOrDefault(value.GetType().FullName!, value.GetType().Name)} {name} "
            + $"= {Convert.ToString(value, CultureInfo.InvariantCulture)}";

    public static string Of(TypeReference type, IReadOnlyList<string>? arguments = null) => type switch
    {
        GenericParameter { Type: GenericParameterType.Method } parameter => $"!!{parameter.Position}",
        GenericParameter parameter => arguments is null ? $"!{parameter.Position}" : arguments[parameter.Position],
        GenericInstanceType generic => $"{WithoutArity(generic.ElementType.FullName)}<{string.Join(", ", Arguments(generic, arguments))}>",
        ArrayType array => $"{Of(array.ElementType, arguments)}[{new string(',', array.Rank - 1)}]",
        ByReferenceType reference => $"{Of(reference.ElementType, arguments)}&",
        PointerType pointer => $"{Of(pointer.ElementType, arguments)}*",
        RequiredModifierType modified => $"{Of(modified.ElementType, arguments)} modreq({modified.ModifierType.FullName})",
        OptionalModifierType modified => $"{Of(modified.ElementType, arguments)} modopt({modified.ModifierType.FullName})",
        _ => Keywords.GetValueOrDefault(type.FullName, type.FullName),
    };

    /// <summary>The arguments of a generic instance, in which the generic parameters of the containing type are replaced.</summary>
    public static string[] Arguments(GenericInstanceType generic, IReadOnlyList<string>? arguments) =>
        generic.GenericArguments.Select(argument => Of(argument, arguments)).ToArray();

    /// <summary>The types that a type consists of: elements, arguments, and the type itself.</summary>
    public static IEnumerable<TypeReference> Parts(TypeReference type) => type switch
    {
        GenericParameter => [],
        GenericInstanceType generic => Parts(generic.ElementType).Concat(generic.GenericArguments.SelectMany(Parts)),
        IModifierType modified => Parts(modified.ElementType).Concat(Parts(modified.ModifierType)),
        TypeSpecification specification => Parts(specification.ElementType),
        _ => [type],
    };

    private static string WithoutArity(string name) => string.Join('/', name.Split('/').Select(part => part.Split('`')[0]));
}
