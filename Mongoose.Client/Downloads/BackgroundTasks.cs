using System.Runtime.ExceptionServices;

namespace Mongoose.Client.Downloads;

/// <summary>Tasks that nothing awaits until the end; their number is not limited.</summary>
internal sealed class BackgroundTasks
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private ExceptionDispatchInfo? _failure;

    // One for the owner, so that the count cannot reach zero before EndAsync.
    private int _running = 1;

    public void Run(Func<Task> work)
    {
        Interlocked.Increment(ref _running);
        _ = Task.Run(() => RunAsync(work));
    }

    /// <summary>Has <see cref="EndAsync"/> throw this exception, if it is the first.</summary>
    public void Failed(Exception exception) =>
        Interlocked.CompareExchange(ref _failure, ExceptionDispatchInfo.Capture(exception), null);

    /// <summary>Waits for the end of all tasks; throws the first exception. Call it once.</summary>
    public async Task EndAsync()
    {
        Leave();
        await _ended.Task.ConfigureAwait(false);
        _failure?.Throw();
    }

    private async Task RunAsync(Func<Task> work)
    {
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Failed(exception);
        }
        finally
        {
            Leave();
        }
    }

    private void Leave()
    {
        if (Interlocked.Decrement(ref _running) == 0)
            _ended.TrySetResult();
    }
}
