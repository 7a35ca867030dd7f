using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.TestKit.Lludp;

/// <summary>The blocks of a datagram as the message readers give them, each as text of its bytes, and the objects' local ids.</summary>
internal static class UpdateContent
{
    /// <summary>Reads a datagram that must be well-formed.</summary>
    public static (MessageId Message, string Region, string[] Blocks, uint[] Ids) Of(ReadOnlySpan<byte> datagram)
    {
        byte[] scratch = new byte[DatagramReader.ScratchBytes];
        Assert.That(DatagramReader.TryParse(datagram, scratch, out DatagramReader reader), Is.EqualTo(LludpError.None));
        List<(uint Id, string Text)> blocks = [];
        bool isRead = TryAdd(reader.Message, reader.Body, blocks);
        Assert.That(isRead, $"{reader.Message} cannot be read");
        string region = reader.Message == MessageId.KillObject ? "" : Convert.ToHexString(reader.Body[..10]);
        return (reader.Message, region, [.. blocks.Select(block => block.Text)], [.. blocks.Select(block => block.Id)]);
    }

    private static bool TryAdd(MessageId message, ReadOnlySpan<byte> body, List<(uint Id, string Text)> blocks)
    {
        switch (message)
        {
            case MessageId.ObjectUpdate:
                bool isFull = ObjectUpdate.TryRead(body, out ObjectUpdate full);
                foreach (ObjectUpdateBlock block in full.Objects)
                    blocks.Add((block.LocalId, Text(block)));
                return isFull;
            case MessageId.ObjectUpdateCompressed:
                bool isCompressed = ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed compressed);
                foreach (CompressedObject block in compressed.Objects)
                    blocks.Add((block.LocalId ?? 0, $"{block.UpdateFlags} {Convert.ToHexString(block.Data)}"));
                return isCompressed;
            case MessageId.ObjectUpdateCached:
                bool isCached = ObjectUpdateCached.TryRead(body, out ObjectUpdateCached cached);
                for (int i = 0; i < cached.Count; i++)
                    blocks.Add((cached[i].LocalId, cached[i].ToString()));
                return isCached;
            case MessageId.ImprovedTerseObjectUpdate:
                bool isTerse = ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate terse);
                foreach (TerseObject block in terse.Objects)
                    blocks.Add((BitConverter.ToUInt32(block.Data),
                        $"{Convert.ToHexString(block.Data)} {Convert.ToHexString(block.TextureEntry)}"));
                return isTerse;
            default:
                for (int at = 1; at + 4 <= body.Length; at += 4)
                {
                    uint id = BitConverter.ToUInt32(body[at..]);
                    blocks.Add((id, id.ToString(System.Globalization.CultureInfo.InvariantCulture)));
                }
                return body.Length == 1 + 4 * body[0];
        }
    }

    private static string Text(in ObjectUpdateBlock block)
    {
        byte[] buffer = new byte[2048];
        DatagramWriter w = new(buffer);
        new ObjectUpdate(0, 0).Write(ref w);
        ObjectUpdate.TryAppend(ref w, block);
        return Convert.ToHexString(buffer.AsSpan(18, w.Position - 18));
    }
}
