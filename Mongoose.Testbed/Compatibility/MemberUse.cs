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
