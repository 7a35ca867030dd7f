using System.Net;

namespace OpenMetaverse;

public class UDPPacketBuffer
{
    public readonly byte[] Data;
    public int DataLength;
    public EndPoint RemoteEndPoint;

    private UDPPacketBuffer() => throw null;
}
