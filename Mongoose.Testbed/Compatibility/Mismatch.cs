namespace Mongoose.Testbed.Compatibility;

/// <summary>Something that an installation does not have as it is needed.</summary>
/// <param name="Assembly">Simple name of the assembly where it should be.</param>
/// <param name="Type">Full name of the type; empty if the assembly itself is the matter.</param>
/// <param name="Expected">What is needed.</param>
/// <param name="Found">What is there instead.</param>
/// <param name="Optional">The user gets by without it.</param>
internal sealed record Mismatch(string Assembly, string Type, string Expected, string Found, bool Optional = false);
