namespace Mongoose.Testbed.Compatibility;

/// <summary>The outcome for one assembly.</summary>
internal sealed record CheckResult(IReadOnlyList<AssemblyRow> Assemblies, IReadOnlyList<Mismatch> Mismatches)
{
    public int Members => Assemblies.Sum(row => row.Members);
}

/// <summary>One foreign assembly in the outcome.</summary>
/// <param name="Assembly">Simple name.</param>
/// <param name="Needs">Version that is referred to; the installation's must not be lower.</param>
/// <param name="Has">Version that is installed; null if none is.</param>
/// <param name="Types">Types used.</param>
/// <param name="Members">Members used, each in each way.</param>
/// <param name="Mismatches">How many things are not as needed.</param>
internal sealed record AssemblyRow(string Assembly, Version Needs, Version? Has, int Types, int Members, int Mismatches);

/// <summary>Something that an installation does not have as it is needed.</summary>
/// <param name="Assembly">Simple name of the assembly where it should be.</param>
/// <param name="Type">Full name of the type; empty if the assembly itself is the matter.</param>
/// <param name="Expected">What is needed.</param>
/// <param name="Found">What is there instead.</param>
/// <param name="Optional">The user gets by without it.</param>
internal sealed record Mismatch(string Assembly, string Type, string Expected, string Found, bool Optional = false);
