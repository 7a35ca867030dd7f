using System.Runtime.InteropServices;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Turns Ctrl-C, and a service manager's request to stop, into a cancellation until it is disposed.</summary>
public sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _interrupted = new();
    private readonly PosixSignalRegistration[] _signals;

    public Interruption() => _signals = new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM }
        .Select(signal => PosixSignalRegistration.Create(signal, Interrupt)).ToArray();

    public CancellationToken Token => _interrupted.Token;

    public void Dispose()
    {
        foreach (PosixSignalRegistration signal in _signals)
            signal.Dispose();
        _interrupted.Dispose();
    }

    private void Interrupt(PosixSignalContext context)
    {
        context.Cancel = true;
        _interrupted.Cancel();
    }
}
