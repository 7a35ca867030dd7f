using System.Runtime.InteropServices;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Turns Ctrl-C, and a service manager's request to stop, into cancellations until it is disposed.</summary>
public sealed class Interruption : IDisposable
{
    /// <summary>Programs such as timeout signal a process and then its group: the process gets one request twice.</summary>
    private static readonly TimeSpan OneRequest = TimeSpan.FromMilliseconds(200);

    private readonly CancellationTokenSource _interrupted = new(), _again = new();
    private readonly TimeProvider _time;
    private readonly Action? _onAgain;
    private readonly PosixSignalRegistration[] _signals;
    private long _requestedAt;

    /// <param name="onAgain">
    /// Called at the second request, such as <see cref="Abort"/>; null: only <see cref="Again"/> is cancelled.
    /// </param>
    /// <param name="time">The clock that decides whether two signals are one request; the system's by default.</param>
    public Interruption(Action? onAgain = null, TimeProvider? time = null)
    {
        (_onAgain, _time) = (onAgain, time ?? TimeProvider.System);
        _signals = new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM }
            .Select(signal => PosixSignalRegistration.Create(signal, Interrupt)).ToArray();
    }

    public CancellationToken Token => _interrupted.Token;

    /// <summary>Cancelled by the second request: the user does not want to wait for an orderly end.</summary>
    public CancellationToken Again => _again.Token;

    public void Dispose()
    {
        foreach (PosixSignalRegistration signal in _signals)
            signal.Dispose();
        // The sources stay usable: a signal that came before is handled on its own thread, perhaps after this.
    }

    /// <summary>
    /// Ends the process at once: for programs whose orderly end writes results, which the user does not want to wait for.
    /// </summary>
    public static void Abort() => Environment.Exit(ExitCode.Aborted);

    /// <summary>Does what Ctrl-C does.</summary>
    internal void Request()
    {
        if (!_interrupted.IsCancellationRequested)
        {
            _requestedAt = _time.GetTimestamp();
            _interrupted.Cancel();
            return;
        }
        if (_time.GetElapsedTime(_requestedAt) < OneRequest)
            return;
        _again.Cancel();
        _onAgain?.Invoke();
    }

    private void Interrupt(PosixSignalContext context)
    {
        context.Cancel = true;
        Request();
    }
}
