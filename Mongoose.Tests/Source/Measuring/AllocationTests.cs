namespace Mongoose.Tests.Source.Measuring;

public class AllocationTests
{
    [Test]
    public void Work_that_allocates_in_every_run_is_counted()
    {
        object? kept = null;
        long bytes = Allocation.FewestBytes(() => kept = new byte[1000]);
        Assert.That(bytes, Is.InRange(1000, 1100));
        Assert.That(kept, Is.Not.Null);
    }

    [Test]
    public void What_a_single_run_allocates_does_not_count([Values(1, 2, 3, 4)] int run)
    {
        int runs = 0;
        object? kept = null;
        long bytes = Allocation.FewestBytes(() => kept = ++runs == run ? new byte[1000] : kept);
        Assert.That(bytes, Is.Zero);
        Assert.That(kept, Is.Not.Null);
    }

    /// <summary>A single count includes what the runtime allocates while it compiles, which depends on the host's load.</summary>
    [Test]
    public void No_test_judges_a_single_count_of_allocated_bytes()
    {
        string[] counts = [.. Sources().SelectMany(file => File.ReadLines(file).Where(IsCount).Select(line => $"{file}: {line.Trim()}"))];
        Assert.That(counts, Is.Empty);
    }

    /// <summary>Tests that run beside it fill the same heap.</summary>
    [Test]
    public void A_test_that_measures_the_memory_of_the_process_runs_alone()
    {
        string[] beside = [.. Sources().Where(file => File.ReadAllText(file) is { } text
            && (text.Contains("GetTotalMemory", StringComparison.Ordinal) || text.Contains("BytesHeld", StringComparison.Ordinal)
                || text.Contains("HeldBytes", StringComparison.Ordinal))
            && !text.Contains("[NonParallelizable]", StringComparison.Ordinal))];
        Assert.That(beside, Is.Empty);
    }

    /// <summary>All test sources but those of this folder.</summary>
    private static IEnumerable<string> Sources() =>
        Directory.EnumerateFiles(Path.Combine(Repository.Root(), "Mongoose.Tests"), "*.cs", SearchOption.AllDirectories)
        .Where(file => Path.GetFileName(Path.GetDirectoryName(file)) != "Measuring");

    private static bool IsCount(string line) =>
        line.Contains("GetAllocatedBytesForCurrentThread()", StringComparison.Ordinal)
            && !line.Contains("Allocation.FewestBytes(", StringComparison.Ordinal)
        || line.Contains("GetTotalAllocatedBytes", StringComparison.Ordinal);
}
