using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// The uses of types by other types of the same compiled assembly. Constants leave no trace, because the compiler copies them.
/// </summary>
internal static class TypeUses
{
    /// <summary>Pairs of top-level types; a nested type counts as its outermost containing type.</summary>
    public static IEnumerable<(TypeReference User, TypeReference Used)> In(ModuleDefinition module) =>
        from user in module.GetAllTypes()
        from used in OfType(user).SelectMany(Parts)
        where used.Scope == module
        select (Outermost(user), Outermost(used));

    private static IEnumerable<TypeReference?> OfType(TypeDefinition type) =>
        type.Interfaces.Select(entry => entry.InterfaceType)
            .Append(type.BaseType)
            .Concat(type.CustomAttributes.Select(attribute => attribute.AttributeType))
            .Concat(type.GenericParameters.SelectMany(Constraints))
            .Concat(type.Fields.Select(field => field.FieldType))
            .Concat(type.Methods.SelectMany(OfMethod));

    private static IEnumerable<TypeReference?> OfMethod(MethodDefinition method) =>
        Signature(method)
            .Concat(method.GenericParameters.SelectMany(Constraints))
            .Concat(method.CustomAttributes.Select(attribute => attribute.AttributeType))
            .Concat(method.HasBody ? OfBody(method.Body) : []);

    private static IEnumerable<TypeReference?> OfBody(MethodBody body) =>
        body.Variables.Select(variable => variable.VariableType)
            .Concat(body.ExceptionHandlers.Select(handler => handler.CatchType))
            .Concat(body.Instructions.SelectMany(instruction => OfOperand(instruction.Operand)));

    private static IEnumerable<TypeReference?> OfOperand(object? operand) => operand switch
    {
        TypeReference type => [type],
        GenericInstanceMethod method => Signature(method.ElementMethod).Concat(method.GenericArguments),
        MethodReference method => Signature(method),
        FieldReference field => [field.DeclaringType, field.FieldType],
        _ => [],
    };

    private static IEnumerable<TypeReference?> Signature(MethodReference method) =>
        method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType).Append(method.DeclaringType);

    private static IEnumerable<TypeReference> Constraints(GenericParameter parameter) =>
        parameter.Constraints.Select(constraint => constraint.ConstraintType);

    /// <summary>The types that a type consists of; for example, List{T}[] consists of List and T.</summary>
    private static IEnumerable<TypeReference> Parts(TypeReference? type) => type switch
    {
        null or GenericParameter => [],
        GenericInstanceType generic => Parts(generic.ElementType).Concat(generic.GenericArguments.SelectMany(Parts)),
        TypeSpecification made => Parts(made.ElementType),
        _ => [type],
    };

    private static TypeReference Outermost(TypeReference type) => type.DeclaringType is { } outer ? Outermost(outer) : type;
}
