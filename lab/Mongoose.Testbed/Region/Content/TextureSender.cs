using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Sends the textures that one viewer has requested, one after the other, highest priority first: an ImageData of at most 600 bytes, then
/// ImagePackets that cycle through the configured sizes; OpenSim's only size is 1000.
/// </summary>
internal sealed class TextureSender(IPacketSink circuit, TextureLibrary library, IReadOnlyList<int> packetBytes)
{
    private const int OverheadBytes = 27;
    private const int MaxFirstBytes = 600;
    private const byte CodecJ2C = 2;

    private readonly PriorityQueue<Guid, (float NegatedPriority, long Order)> _requests = new();
    private readonly Dictionary<Guid, Transfer> _transfers = [];
    private readonly byte[] _data = new byte[packetBytes.Max()];
    private long _asked;

    /// <summary>Whether requests wait.</summary>
    public bool HasReady => _requests.Count > 0;

    /// <summary>
    /// Starts a transfer from its first packet; requests to stop one are ignored, and those for textures that are unknown or being sent.
    /// </summary>
    public void Request(in RequestImageBlock block, Instant now)
    {
        if (block.DiscardLevel < 0 || !library.TryGetSize(block.Image, out int bytes)
            || !_transfers.TryAdd(block.Image, new Transfer(bytes, PacketsOf(bytes), now)))
            return;
        float priority = float.IsFinite(block.DownloadPriority) ? block.DownloadPriority : 0;
        _requests.Enqueue(block.Image, (-priority, _asked++));
    }

    /// <summary>
    /// Queues the next packet on the viewer's circuit, as late as possible, so that sent data is fresh; returns false if nothing is ready.
    /// </summary>
    /// <param name="bytes">About the size of the largest packets in bytes; this packet may be smaller.</param>
    public bool TryMakePacket(out int bytes)
    {
        bytes = _data.Length + OverheadBytes;
        if (!_requests.TryPeek(out Guid image, out _))
            return false;
        Transfer transfer = _transfers[image];
        Send(image, transfer);
        if (transfer.NextPacket == transfer.Packets)
        {
            _requests.Dequeue();
            _transfers.Remove(image);
        }
        return true;
    }

    private void Send(Guid image, Transfer transfer)
    {
        int index = transfer.NextPacket++;
        int length = Math.Min(MaxBytesIn(index), transfer.Bytes - transfer.SentBytes);
        transfer.SentBytes += length;
        Span<byte> data = _data.AsSpan(0, Math.Max(length, PayloadStamp.Bytes));
        circuit.Stamp(Channel.Texture, transfer.AskedAt).Write(data);

        OutPacket packet = circuit.Begin(Channel.Texture, reliable: true, out scoped DatagramWriter w);
        if (index == 0)
        {
            new ImageData
            {
                ImageId = image,
                Codec = CodecJ2C,
                Size = (uint)transfer.Bytes,
                Packets = (ushort)transfer.Packets,
                Data = data,
            }.Write(ref w);
        }
        else
        {
            new ImagePacket { ImageId = image, Packet = (ushort)index, Data = data }.Write(ref w);
        }
        circuit.Enqueue(packet, w);
    }

    private int MaxBytesIn(int index) =>
        index == 0 ? Math.Min(MaxFirstBytes, packetBytes[0]) : packetBytes[(index - 1) % packetBytes.Count];

    private int PacketsOf(int bytes)
    {
        int packets = 0;
        for (int left = bytes; left > 0; packets++)
            left -= MaxBytesIn(packets);
        return packets;
    }

    private sealed class Transfer(int bytes, int packets, Instant askedAt)
    {
        public int Bytes { get; } = bytes;

        public Instant AskedAt { get; } = askedAt;

        public int Packets { get; } = packets;

        public int NextPacket { get; set; }

        public int SentBytes { get; set; }
    }
}
