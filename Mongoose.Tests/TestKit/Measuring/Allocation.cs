namespace Mongoose.TestKit.Measuring;

/// <summary>What a thread allocates on the managed heap.</summary>
internal static class Allocation
{
    private const int Runs = 3;

    /// <summary>
    /// The fewest bytes that the calling thread allocates in one of three runs, after a run that does not count. The runtime compiles
    /// methods while they run and may then allocate on the thread that runs them, once; work that allocates does so in every run.
    /// </summary>
    public static long FewestBytes(Action run) => FewestBytes(GC.GetAllocatedBytesForCurrentThread, run);

    /// <summary>
    /// The same where another thread does the work: <paramref name="read"/> returns the bytes that this thread has allocated so far.
    /// </summary>
    public static long FewestBytes(Func<long> read, Action run)
    {
        run();
        long fewest = long.MaxValue;
        for (int i = 0; i < Runs; i++)
        {
            long before = read();
            run();
            fewest = Math.Min(fewest, read() - before);
        }
        return fewest;
    }

    /// <summary>
    /// The fewest bytes by which the heap of the process grows in one of three runs. What fills memory grows in every run; other threads of
    /// the runtime and of earlier tests allocate now and then. A test that uses it runs alone.
    /// </summary>
    public static long FewestBytesHeld(Action run) => Enumerable.Range(0, Runs).Min(_ =>
    {
        long before = HeldBytes();
        run();
        return HeldBytes() - before;
    });

    /// <summary>
    /// The bytes on the heap that are in use. <see cref="GC.GetTotalMemory"/> with a full collection of its own ends when two collections
    /// differ by less than 5 %: with what other tests have left, that is more than tests measure.
    /// </summary>
    public static long HeldBytes()
    {
        for (int i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }
}
