using System.Text.RegularExpressions;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A snapshot of a simulator's threads by name and its descriptors by kind. Works only on Linux.</summary>
internal sealed record ProcessResources(IReadOnlyDictionary<string, int> Threads, IReadOnlyDictionary<string, int> Descriptors)
{
    public static ProcessResources Read(OpenSimInstance grid) => new(
        grid.ThreadTimes().Counts,
        Count(Directory.GetFiles($"/proc/{grid.ProcessId}/fd").Select(file => Kind(new FileInfo(file).LinkTarget))));

    /// <summary>
    /// The kinds of resources of which there are more than before, except for those of which stock has more as well: threads of the
    /// runtime's and OpenSim's pools, which depend on the load, and assemblies that are mapped when the first texture is decoded.
    /// </summary>
    public IEnumerable<string> LeftOverSince(ProcessResources earlier) =>
        More(earlier.Threads, Threads)
            .Where(name => !name.StartsWith(".NET ", StringComparison.Ordinal) && !name.StartsWith("STP:", StringComparison.Ordinal))
            .Concat(More(earlier.Descriptors, Descriptors).Where(name => !name.EndsWith(".dll", StringComparison.Ordinal)));

    /// <summary>The resources whose numbers have changed, with the numbers before and now.</summary>
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

    private static Dictionary<string, int> Count(IEnumerable<string> names) =>
        names.GroupBy(name => name).ToDictionary(same => same.Key, same => same.Count());

    // Names end in numbers, such as socket:[4711].
    private static string Kind(string? target) => target is null ? "closed" : Regex.Replace(target, @"\[\d+\]|\d+", "");
}
