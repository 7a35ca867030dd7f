namespace Mongoose.Benchmarks.Mixing;

/// <summary>Waits in real time that a signal ends, so that servers are stopped and folders deleted.</summary>
internal static class Pause
{
    /// <exception cref="OperationCanceledException">The user, or the host, ends the measurement.</exception>
    public static void Seconds(int seconds, CancellationToken interruption)
    {
        interruption.WaitHandle.WaitOne(TimeSpan.FromSeconds(seconds));
        interruption.ThrowIfCancellationRequested();
    }
}
