using System.Runtime.InteropServices;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Sctp.SctpCalls;

namespace Mongoose.Network.Sctp;

/// <summary>Accepts one association and reads its messages. Runs on the stack's loop.</summary>
internal sealed class SctpReceiver : IDisposable
{
    private readonly SctpEnd _end;
    private readonly byte[] _message = new byte[SctpFlow.MaxMessageBytes];
    private nint _accepted;
    private int _length;

    public SctpReceiver(IDatagramPort port, SctpOptions options) =>
        _end = new SctpEnd(port, options, Read).Prepared(end => end.Listen());

    public UdpAddress Address => _end.Address;

    public long SentBytes => _end.Bytes;

    public MessageHandler? Received { get; set; }

    public void Dispose()
    {
        if (_accepted != 0)
            usrsctp_close(_accepted);
        _end.Dispose();
    }

    private void Read()
    {
        if (_accepted == 0)
            _accepted = usrsctp_accept(_end.Socket, 0, 0);
        while (_accepted != 0 && TryRead(out int flags))
        {
            if ((flags & EndOfRecord) == 0)
                continue;
            Received?.Invoke(_message.AsSpan(0, _length));
            _length = 0;
        }
    }

    private bool TryRead(out int flags)
    {
        uint fromLength = 0, infoLength = 0, infoType = 0;
        flags = 0;
        Span<byte> room = _message.AsSpan(_length);
        nint length = usrsctp_recvv(
            _accepted, ref MemoryMarshal.GetReference(room), (nuint)room.Length, 0, ref fromLength, 0, ref infoLength,
            ref infoType, ref flags);
        if (length > 0)
            _length += (int)length;
        return length > 0;
    }
}
