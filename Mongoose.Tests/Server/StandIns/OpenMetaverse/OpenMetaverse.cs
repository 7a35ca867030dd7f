using System.Net;

namespace OpenMetaverse;

public class UDPPacketBuffer(EndPoint endPoint)
{
    public readonly byte[] Data = new byte[4096];
    public int DataLength;
    public EndPoint RemoteEndPoint = endPoint;
}
