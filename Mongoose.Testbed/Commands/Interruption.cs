using System.Runtime.InteropServices;

namespace Mongoose.Testbed.Commands;

/// <summary>Ctrl-C and the request to terminate as a cancellation, so that what was measured is still written.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _signals;

    public Interruption() => _signals = [On(PosixSignal.SIGINT), On(PosixSignal.SIGTERM)];

    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        foreach (PosixSignalRegistration signal in _signals)
            signal.Dispose();
        _source.Dispose();
    }

    private PosixSignalRegistration On(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = true;
        _source.Cancel();
    });
}
