namespace Mongoose.Testbed.Compatibility;

/// <summary>The outcome for one assembly.</summary>
internal sealed record CheckResult(IReadOnlyList<AssemblyRow> Assemblies, IReadOnlyList<Mismatch> Mismatches)
{
    public int Members => Assemblies.Sum(row => row.Members);
}
