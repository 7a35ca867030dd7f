namespace Mongoose.Testbed.Compatibility;

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
