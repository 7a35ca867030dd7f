using System.Runtime.InteropServices;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Turns Ctrl-C, and a service manager's request to stop, into cancellations until it is disposed.</summary>
public sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _interrupted = new(), _again = new();
    private readonly Action? _onAgain;
    private readonly PosixSignalRegistration[] _signals;

    /// <param name="onAgain">Called at the second request, such as <see cref="Abort"/>; null: only <see cref="Again"/> is cancelled.</param>
    public Interruption(Action? onAgain = null)
    {
        _onAgain = onAgain;
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
        _interrupted.Dispose();
        _again.Dispose();
    }

    /// <summary>Ends the process at once: for programs whose orderly end writes results, which the user does not want to wait for.</summary>
    public static void Abort() => Environment.Exit(ExitCode.Interrupted);

    /// <summary>Does what Ctrl-C does.</summary>
    internal void Request()
    {
        if (!_interrupted.IsCancellationRequested)
        {
            _interrupted.Cancel();
            return;
        }
        _again.Cancel();
        _onAgain?.Invoke();
    }

    private void Interrupt(PosixSignalContext context)
    {
        context.Cancel = true;
        Request();
    }
}
