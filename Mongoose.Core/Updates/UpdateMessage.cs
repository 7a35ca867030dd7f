using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Core.Updates;

/// <summary>
/// An object update whose every byte is understood, so that blocks can be taken out of it. The spans are those of
/// <see cref="DatagramReader"/>.
/// </summary>
public readonly ref struct UpdateMessage
{
    /// <summary>Position of the number of blocks: after region handle (8) and time dilation (2), which KillObject does not have.</summary>
    private const int CountAt = sizeof(ulong) + sizeof(ushort);

    /// <summary>One of the five messages whose blocks <see cref="BlockKind"/> names.</summary>
    public MessageId Message { get; private init; }

    /// <summary>The bytes after the message number, zero-decoded.</summary>
    public ReadOnlySpan<byte> Body { get; private init; }

    /// <summary>Position of the first block in <see cref="Body"/>; the byte before it is the number of blocks.</summary>
    public int BlocksAt { get; private init; }

    /// <summary>Number of blocks, 0 to 255.</summary>
    public int Count => Body[BlocksAt - 1];

    /// <summary>Whether a datagram's message number, which zero-coding does not change, is that of an object update.</summary>
    public static bool HasUpdateNumber(ReadOnlySpan<byte> datagram) =>
        datagram.Length > DatagramHeader.Bytes && datagram[DatagramHeader.ExtraLengthOffset] == 0
        && (MessageId)datagram[DatagramHeader.Bytes] is >= MessageId.ObjectUpdate and <= MessageId.KillObject;

    /// <summary>
    /// Reads a datagram. Returns false for other messages, and for an update that does not match the template exactly: such a datagram
    /// cannot be changed safely.
    /// </summary>
    /// <param name="datagram">The datagram with its appended acks.</param>
    /// <param name="scratch">Written only if the datagram is zero-coded; see <see cref="DatagramReader.ScratchBytes"/>.</param>
    public static bool TryRead(ReadOnlySpan<byte> datagram, Span<byte> scratch, out UpdateMessage update)
    {
        update = default;
        if (!HasUpdateNumber(datagram) || DatagramReader.TryParse(datagram, scratch, out DatagramReader reader) != LludpError.None)
            return false;
        int countAt = reader.Message == MessageId.KillObject ? 0 : CountAt;
        if (reader.Body.Length <= countAt || reader.Body.Length >= DatagramReader.ScratchBytes)
            return false;
        update = new UpdateMessage { Message = reader.Message, Body = reader.Body, BlocksAt = countAt + 1 };
        Enumerator blocks = update.GetEnumerator();
        while (blocks.MoveNext())
        {
        }
        if (blocks.IsComplete)
            return true;
        update = default;
        return false;
    }

    /// <summary>
    /// Reads only the number of blocks of an update. Returns false for KillObject, for messages that are not updates, and for a truncated
    /// update.
    /// </summary>
    /// <param name="datagram">The datagram.</param>
    /// <param name="count">Number of blocks, 0 to 255.</param>
    public static bool TryCount(ReadOnlySpan<byte> datagram, out MessageId message, out int count)
    {
        (message, count) = (default, 0);
        if (!HasUpdateNumber(datagram) || (message = (MessageId)datagram[DatagramHeader.Bytes]) == MessageId.KillObject)
            return false;
        scoped ReadOnlySpan<byte> rest = datagram[(DatagramHeader.Bytes + 1)..];
        Span<byte> head = stackalloc byte[CountAt + 1];
        if (((PacketFlags)datagram[0] & PacketFlags.ZeroCoded) != 0)
        {
            ZeroCoding.TryDecode(rest, head, out int decoded);
            rest = head[..decoded];
        }
        if (rest.Length <= CountAt)
            return false;
        count = rest[CountAt];
        return true;
    }

    public Enumerator GetEnumerator() => new(this);

    /// <summary>Finds the blocks one after another. Stops before a block that is not as in the template.</summary>
    public ref struct Enumerator(UpdateMessage update)
    {
        private readonly MessageId _message = update.Message;
        private readonly int _end = update.Body.Length;
        private SpanReader _reader = new(update.Body[update.BlocksAt..]);
        private int _left = update.Count;

        public UpdateBlock Current { get; private set; }

        /// <summary>Whether all blocks were found and no bytes follow them.</summary>
        internal readonly bool IsComplete => _left == 0 && _reader.Rest.IsEmpty;

        public bool MoveNext()
        {
            if (_left == 0)
                return false;
            int start = _end - _reader.Rest.Length;
            if (!TryReadBlock(out uint localId, out BlockKind kind) || !_reader.Ok)
                return false;
            _left--;
            Current = new UpdateBlock(localId, kind, start, _end - _reader.Rest.Length - start);
            return true;
        }

        private bool TryReadBlock(out uint localId, out BlockKind kind)
        {
            switch (_message)
            {
                case MessageId.ImprovedTerseObjectUpdate:
                    TerseObject terse = TerseObject.Read(ref _reader);
                    kind = terse.TextureEntry.IsEmpty ? BlockKind.Motion : BlockKind.TexturedMotion;
                    localId = new SpanReader(terse.Data).ReadUInt32();
                    return terse.Data.Length is TerseMotion.PrimBytes or TerseMotion.AvatarBytes;
                case MessageId.ObjectUpdate:
                    kind = BlockKind.Full;
                    localId = ObjectUpdateBlock.Skip(ref _reader);
                    return true;
                case MessageId.ObjectUpdateCompressed:
                    kind = BlockKind.Full;
                    uint? id = CompressedObject.Read(ref _reader).LocalId;
                    localId = id ?? 0;
                    return id is not null;
                case MessageId.ObjectUpdateCached:
                    kind = BlockKind.Cached;
                    localId = CachedObject.Read(_reader.ReadFixed(CachedObject.Bytes)).LocalId;
                    return true;
                default:
                    kind = BlockKind.Kill;
                    localId = _reader.ReadUInt32();
                    return true;
            }
        }
    }
}
