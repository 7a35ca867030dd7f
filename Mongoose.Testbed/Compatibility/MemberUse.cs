namespace Mongoose.Testbed.Compatibility;

/// <summary>One thing that an assembly needs of another, as it was when the former was compiled.</summary>
/// <param name="Assembly">Simple name of the assembly that has it.</param>
/// <param name="Type">Full name of the type, as metadata write it.</param>
/// <param name="Kind">What it is, and so what has to be there.</param>
/// <param name="Signature">The member by <see cref="SignatureText"/>; of a type, its kind if that is known.</param>
internal sealed record MemberUse(string Assembly, string Type, UseKind Kind, string Signature)
{
    /// <summary>The user gets by without it.</summary>
    public bool Optional { get; init; }
}

/// <summary>How a member is used.</summary>
internal enum UseKind
{
    /// <summary>The type itself, visible; where the signature says so, a struct or a class.</summary>
    Type,

    /// <summary>A field that is read or written.</summary>
    Field,

    /// <summary>A method, accessor or constructor that is called or bound to a delegate.</summary>
    Method,

    /// <summary>A virtual method that the user overrides.</summary>
    Override,

    /// <summary>A field of any visibility, found by reflection.</summary>
    NonPublicField,

    /// <summary>A method of any visibility, found by reflection.</summary>
    NonPublicMethod,

    /// <summary>A constant or enum member whose value the compiler has copied.</summary>
    Constant,
}
