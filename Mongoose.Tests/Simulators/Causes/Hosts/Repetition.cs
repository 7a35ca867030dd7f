namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>Does something to the simulator again and again, on a thread of its own, until it is disposed of.</summary>
internal sealed class Repetition : IDisposable
{
    private readonly ManualResetEventSlim _ending = new();
    private readonly Thread _thread;
    private Exception? _failure;

    /// <param name="once">What to do; it returns soon after the event is set.</param>
    /// <param name="pause">The time in between.</param>
    public Repetition(Action<ManualResetEventSlim> once, TimeSpan pause)
    {
        _thread = new Thread(() => Run(once, pause)) { IsBackground = true, Name = "repetition" };
        _thread.Start();
    }

    /// <exception cref="InvalidOperationException">It could not be done for all of the time.</exception>
    public void Dispose()
    {
        _ending.Set();
        _thread.Join();
        _ending.Dispose();
        if (_failure is not null)
            throw new InvalidOperationException("the cause did not last", _failure);
    }

    private void Run(Action<ManualResetEventSlim> once, TimeSpan pause)
    {
        try
        {
            do
                once(_ending);
            while (!_ending.Wait(pause));
        }
        catch (Exception failure)
        {
            _failure = failure;
        }
    }
}
