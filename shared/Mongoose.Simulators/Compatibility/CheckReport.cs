using System.Globalization;

namespace Mongoose.Simulators.Compatibility;

/// <summary>Writes the result of a check as text.</summary>
public static class CheckReport
{
    public static void Write(TextWriter output, CheckResult result)
    {
        int width = result.Assemblies.Select(row => row.Assembly.Length).Append("assembly".Length).Max();
        string format = $"{{0,-{width}}}  {{1,-8}}  {{2,-8}}  {{3,5}}  {{4,7}}  {{5,10}}";
        Line("assembly", "needs", "has", "types", "members", "mismatches");
        foreach (AssemblyRow row in result.Assemblies)
            Line(row.Assembly, row.Needs, row.Has?.ToString() ?? "-", row.Types, row.Members, row.Mismatches);
        output.WriteLine();
        foreach (Mismatch mismatch in result.Mismatches)
        {
            output.WriteLine(mismatch.Type == "" ? mismatch.Assembly : $"{mismatch.Assembly}: {mismatch.Type}");
            output.WriteLine($"  needed  {mismatch.Expected}{(mismatch.Optional ? " (optional)" : "")}");
            output.WriteLine($"  found   {mismatch.Found}");
        }
        output.WriteLine(result.Mismatches.Count == 0
            ? $"All {result.Members} uses of members match."
            : $"{result.Mismatches.Count} {(result.Mismatches.Count == 1 ? "mismatch" : "mismatches")} "
                + $"in {result.Members} uses of members.");

        void Line(params object[] cells) => output.WriteLine(string.Format(CultureInfo.InvariantCulture, format, cells).TrimEnd());
    }
}
