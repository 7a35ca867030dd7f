using System.Runtime.InteropServices;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Enet.EnetCalls;

namespace Mongoose.Network.Enet;

/// <summary>The receiving end of a flow. Runs on its loop's thread.</summary>
internal sealed class EnetReceiver : IDisposable
{
    private readonly EnetHost _host;
    private readonly byte[] _message = new byte[EnetFlow.MaxMessageBytes];

    public EnetReceiver(RealTimeLoop loop, nint host) => _host = new EnetHost(loop, host) { Occurred = Handle };

    public UdpAddress Address => _host.Address;

    public long SentBytes => _host.Bytes;

    public MessageHandler? Received { get; set; }

    public void Dispose() => _host.Dispose();

    private void Handle(Event occurred)
    {
        if (occurred.Type != EnetCalls.Received)
            return;
        int length = (int)Marshal.ReadIntPtr(occurred.Packet, PacketLength);
        if (length > _message.Length)
            return; // The sender of the flow sends no such message.
        Marshal.Copy(Marshal.ReadIntPtr(occurred.Packet, PacketData), _message, 0, length);
        Received?.Invoke(_message.AsSpan(0, length));
    }
}
