using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: assets.</summary>
internal static class AnyTransferMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.TransferRequest:
                new TransferRequest
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    SourceType = from.Int32(),
                    Priority = from.Single(),
                    Params = from.Bytes(100),
                }.Write(ref w);
                return true;
            case MessageId.TransferInfo:
                new TransferInfo
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    TargetType = from.Int32(),
                    Status = from.Int32(),
                    Size = from.Int32(),
                    Params = from.Bytes(100),
                }.Write(ref w);
                return true;
            case MessageId.TransferPacket:
                new TransferPacket
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    Packet = from.Int32(),
                    Status = from.Int32(),
                    Data = from.Bytes(1000),
                }.Write(ref w);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Returns whether the message could be read; null for a message of another kind.</summary>
    public static bool? TryCopy(MessageId id, ReadOnlySpan<byte> body, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.TransferRequest:
                if (!TransferRequest.TryRead(body, out TransferRequest transferRequest))
                    return false;
                transferRequest.Write(ref w);
                return true;
            case MessageId.TransferInfo:
                if (!TransferInfo.TryRead(body, out TransferInfo transferInfo))
                    return false;
                transferInfo.Write(ref w);
                return true;
            case MessageId.TransferPacket:
                if (!TransferPacket.TryRead(body, out TransferPacket transferPacket))
                    return false;
                transferPacket.Write(ref w);
                return true;
            default:
                return null;
        }
    }
}
