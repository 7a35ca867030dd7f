namespace Mongoose.Server.Status.Health;

/// <summary>
/// A thread for work that can hang, such as on a lock of OpenSim that a deadlock holds. A thread that gives it work does not wait.
/// </summary>
/// <param name="name">The thread's name.</param>
internal sealed class AsideThread(string name) : IDisposable
{
    private readonly SemaphoreSlim _given = new(0); // Not disposed: work that hangs comes back to it.
    private Thread? _thread;
    private volatile Action? _work;
    private volatile bool _isEnding;

    /// <summary>Gives it work that must not throw, unless it still does the work before. Only one thread may call it.</summary>
    public void TryRun(Action work)
    {
        if (_work is not null)
            return;
        _work = work;
        _given.Release();
        if (_thread is not null)
            return;
        _thread = new Thread(Run) { IsBackground = true, Name = name };
        _thread.Start();
    }

    /// <summary>The thread ends, after the work that it does.</summary>
    public void Dispose()
    {
        _isEnding = true;
        _given.Release();
    }

    private void Run()
    {
        while (true)
        {
            _given.Wait();
            if (_isEnding)
                return;
            _work!();
            _work = null;
        }
    }
}
