using System.Runtime.Versioning;
using Mongoose.Network.Kernel;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>A bulk transfer over the kernel's TCP on its own loop, for the test's thread.</summary>
[SupportedOSPlatform("linux")]
internal sealed class BulkFlow : IDisposable
{
    private readonly RealTimeLoop _loop = new("TCP");
    private readonly KernelTcpFlow _flow;

    public BulkFlow(RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, KernelTcpOptions options)
    {
        try
        {
            _flow = new KernelTcpFlow(_loop, sender, receiver, listenAt, options);
        }
        catch
        {
            _loop.Dispose();
            throw;
        }
    }

    public UdpAddress Address => _flow.Address;

    public long DeliveredBytes => _loop.Invoke(() => _flow.DeliveredBytes);

    public TcpSample[] Samples => _loop.Invoke(() => _flow.Samples.ToArray());

    public string? Failure => _loop.Invoke(() => _flow.Failure);

    public void Start() => _loop.Invoke(() =>
    {
        _flow.Start();
        _flow.SetUnlimited(true);
    });

    /// <summary>Sends that many bytes, and no more.</summary>
    public void Send(long bytes) => _loop.Invoke(() =>
    {
        _flow.Start();
        _flow.Write(bytes);
    });

    public void Stop() => _loop.Invoke(_flow.Stop);

    public void Dispose()
    {
        _loop.Invoke(_flow.Dispose);
        _loop.Dispose();
    }
}
