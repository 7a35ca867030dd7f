namespace Mongoose.Simulators.Compatibility;

/// <summary>A type or member that an assembly uses from another assembly, as it was when the using assembly was compiled.</summary>
/// <param name="Assembly">Simple name of the assembly that contains it.</param>
/// <param name="Type">Full name of the type, as written in metadata.</param>
/// <param name="Kind">The kind of use, which determines what the other assembly must contain.</param>
/// <param name="Signature">The member as <see cref="SignatureText"/>; for a type, its kind if known.</param>
public sealed record MemberUse(string Assembly, string Type, UseKind Kind, string Signature)
{
    /// <summary>Whether the using assembly also works without the type or member.</summary>
    public bool Optional { get; init; }
}

/// <summary>How a member is used.</summary>
public enum UseKind
{
    /// <summary>The type itself, which must be visible and, if the signature says so, a struct or a class.</summary>
    Type,

    /// <summary>A field that is read or written.</summary>
    Field,

    /// <summary>A method, accessor or constructor that is called or bound to a delegate.</summary>
    Method,

    /// <summary>A virtual method that the using assembly overrides.</summary>
    Override,

    /// <summary>A field of any visibility, found by reflection.</summary>
    NonPublicField,

    /// <summary>A method of any visibility, found by reflection.</summary>
    NonPublicMethod,

    /// <summary>A constant or enum member whose value the compiler has copied.</summary>
    Constant,
}
