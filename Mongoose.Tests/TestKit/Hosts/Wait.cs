using System.Diagnostics;

namespace Mongoose.TestKit.Hosts;

/// <summary>Waits for what other threads and programs do, but not for ever.</summary>
internal static class Wait
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30), Interval = TimeSpan.FromMilliseconds(20);

    /// <param name="failure">The problem if the condition does not become true.</param>
    /// <exception cref="TimeoutException">The condition did not become true in time.</exception>
    public static async Task Until(Func<bool> condition, string failure)
    {
        for (Stopwatch time = Stopwatch.StartNew(); !condition(); await Task.Delay(Interval))
        {
            if (time.Elapsed > Patience)
                throw new TimeoutException($"after {Patience.TotalSeconds:0} s {failure}");
        }
    }
}
