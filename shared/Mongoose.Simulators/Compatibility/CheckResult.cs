namespace Mongoose.Simulators.Compatibility;

/// <summary>The result for one assembly.</summary>
public sealed record CheckResult(IReadOnlyList<AssemblyRow> Assemblies, IReadOnlyList<Mismatch> Mismatches)
{
    public int Members => Assemblies.Sum(row => row.Members);
}

/// <summary>One foreign assembly in the result.</summary>
/// <param name="Assembly">Simple name.</param>
/// <param name="Needs">The referenced version; the installed version must not be lower.</param>
/// <param name="Has">The installed version; null if the assembly is missing.</param>
/// <param name="Types">The number of used types.</param>
/// <param name="Members">The number of used members; a member counts once for each kind of use.</param>
/// <param name="Mismatches">The number of mismatches.</param>
public sealed record AssemblyRow(string Assembly, Version Needs, Version? Has, int Types, int Members, int Mismatches);

/// <summary>A requirement that an installation does not meet.</summary>
/// <param name="Assembly">Simple name of the assembly that should meet the requirement.</param>
/// <param name="Type">Full name of the type; empty if the mismatch concerns the assembly itself.</param>
/// <param name="Expected">The requirement.</param>
/// <param name="Found">The deviation in the installation.</param>
/// <param name="Optional">Whether the using assembly works even so.</param>
public sealed record Mismatch(string Assembly, string Type, string Expected, string Found, bool Optional = false);
