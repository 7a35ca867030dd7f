using System.Text.RegularExpressions;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>Threads of a simulator by name and its descriptors by kind, at one moment. Linux tells.</summary>
internal sealed record ProcessResources(IReadOnlyDictionary<string, int> Threads, IReadOnlyDictionary<string, int> Descriptors)
{
    public static ProcessResources Of(OpenSimInstance grid) => new(
        grid.ThreadTimes().Counts,
        Count(Directory.GetFiles($"/proc/{grid.ProcessId}/fd").Select(file => Kind(new FileInfo(file).LinkTarget))));

    /// <summary>
    /// What there is more of, but for what stock has more of too: threads of the runtime's and OpenSim's pools, which come with work, and assemblies that
    /// are mapped when a texture is first decoded.
    /// </summary>
    public IEnumerable<string> LeftOverSince(ProcessResources earlier) =>
        More(earlier.Threads, Threads).Where(name => !name.StartsWith(".NET ", StringComparison.Ordinal) && !name.StartsWith("STP:", StringComparison.Ordinal))
            .Concat(More(earlier.Descriptors, Descriptors).Where(name => !name.EndsWith(".dll", StringComparison.Ordinal)));

    /// <summary>What there is more of than there was, and less; with the numbers then and now.</summary>
    public string ChangedSince(ProcessResources earlier) =>
        $"threads {Changes(earlier.Threads, Threads)}; descriptors {Changes(earlier.Descriptors, Descriptors)}";

    private static string Changes(IReadOnlyDictionary<string, int> then, IReadOnlyDictionary<string, int> now)
    {
        IEnumerable<string> changes = then.Keys.Union(now.Keys).Order()
            .Where(name => then.GetValueOrDefault(name) != now.GetValueOrDefault(name))
            .Select(name => $"{name} {then.GetValueOrDefault(name)} -> {now.GetValueOrDefault(name)}");
        return $"{then.Values.Sum()} -> {now.Values.Sum()} ({string.Join(", ", changes)})";
    }

    private static IEnumerable<string> More(IReadOnlyDictionary<string, int> then, IReadOnlyDictionary<string, int> now) =>
        now.Keys.Where(name => now[name] > then.GetValueOrDefault(name));

    private static Dictionary<string, int> Count(IEnumerable<string> names) => names.GroupBy(name => name).ToDictionary(same => same.Key, same => same.Count());

    // Names end in numbers, such as socket:[4711]; a thread of the pool has its own.
    private static string Kind(string? target) => target is null ? "closed" : Regex.Replace(target, @"\[\d+\]|\d+", "");
}
