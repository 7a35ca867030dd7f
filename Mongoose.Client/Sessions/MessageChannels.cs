using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;

namespace Mongoose.Client.Sessions;

/// <summary>
/// The channel on which a region sends a message. For LayerData it depends on the type, see <see cref="Viewers.LayerTypes"/>.
/// </summary>
internal static class MessageChannels
{
    /// <summary>The channel; null for messages that belong to none.</summary>
    public static Channel? Of(MessageId message) => message switch
    {
        MessageId.ImageData or MessageId.ImagePacket or MessageId.ImageNotInDatabase => Channel.Texture,
        MessageId.ImprovedTerseObjectUpdate or MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed or MessageId.ObjectUpdateCached =>
            Channel.Task,
        MessageId.LayerData => Channel.Land,
        MessageId.TransferInfo or MessageId.TransferPacket => Channel.Asset,
        _ => null,
    };
}
