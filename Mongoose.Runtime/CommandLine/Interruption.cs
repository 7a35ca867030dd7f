using System.Runtime.InteropServices;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Turns Ctrl-C, and a service manager's request to stop, into cancellations until it is disposed.</summary>
public sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _interrupted = new(), _again = new();
    private readonly PosixSignalRegistration[] _signals;

    public Interruption() => _signals = new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM }
        .Select(signal => PosixSignalRegistration.Create(signal, Interrupt)).ToArray();

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

    private void Interrupt(PosixSignalContext context)
    {
        context.Cancel = true;
        if (_interrupted.IsCancellationRequested)
            _again.Cancel();
        _interrupted.Cancel();
    }
}
