using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: textures and terrain.</summary>
internal static class AnyTextureMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.RequestImage:
                new RequestImage(from.Guid(), from.Guid()).Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                {
                    RequestImage.TryAppend(ref w, new RequestImageBlock(
                        from.Guid(), from.Int8(), from.Single(), from.UInt32(), from.UInt8()));
                }
                return true;
            case MessageId.ImageData:
                new ImageData
                {
                    ImageId = from.Guid(),
                    Codec = from.UInt8(),
                    Size = from.UInt32(),
                    Packets = from.UInt16(),
                    Data = from.Bytes(600),
                }.Write(ref w);
                return true;
            case MessageId.ImagePacket:
                new ImagePacket { ImageId = from.Guid(), Packet = from.UInt16(), Data = from.Bytes(1000) }.Write(ref w);
                return true;
            case MessageId.ImageNotInDatabase:
                new ImageNotInDatabase(from.Guid()).Write(ref w);
                return true;
            case MessageId.LayerData:
                new LayerData { Type = from.UInt8(), Data = from.Bytes(1000) }.Write(ref w);
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
            case MessageId.RequestImage:
                if (!RequestImage.TryRead(body, out RequestImage requestImage))
                    return false;
                new RequestImage(requestImage.AgentId, requestImage.SessionId).Write(ref w);
                for (int i = 0; i < requestImage.Count; i++)
                    RequestImage.TryAppend(ref w, requestImage[i]);
                return true;
            case MessageId.ImageData:
                if (!ImageData.TryRead(body, out ImageData imageData))
                    return false;
                imageData.Write(ref w);
                return true;
            case MessageId.ImagePacket:
                if (!ImagePacket.TryRead(body, out ImagePacket imagePacket))
                    return false;
                imagePacket.Write(ref w);
                return true;
            case MessageId.ImageNotInDatabase:
                if (!ImageNotInDatabase.TryRead(body, out ImageNotInDatabase notInDatabase))
                    return false;
                notInDatabase.Write(ref w);
                return true;
            case MessageId.LayerData:
                if (!LayerData.TryRead(body, out LayerData layerData))
                    return false;
                layerData.Write(ref w);
                return true;
            default:
                return null;
        }
    }
}
