using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Tun;

/// <summary>Compares packets before and behind the side of a clamp that changes them, byte by byte. Runs on the links' thread.</summary>
internal sealed class AckWatch
{
    private readonly HashSet<ushort> _lowered = [];
    private readonly Dictionary<ushort, uint> _windows = [];
    private byte[] _before = [];
    private uint _window;

    /// <param name="before">The link whose packets reach the clamp.</param>
    /// <param name="behind">The link that they reach next, in the same instant.</param>
    public AckWatch(Link before, Link behind) =>
        (before.Monitor, behind.Monitor) = (new Monitor(this, isBefore: true), new Monitor(this, isBefore: false));

    public int Packets { get; private set; }

    /// <summary>Packets whose window was lowered.</summary>
    public int Lowered { get; private set; }

    /// <summary>Packets that were changed otherwise, or whose checksums are wrong when all bytes are summed up.</summary>
    public int Wrong { get; private set; }

    /// <summary>The ports of receivers whose windows were lowered.</summary>
    public IReadOnlyCollection<ushort> LoweredPorts => _lowered;

    /// <summary>The scale that the last receiver's kernel has announced.</summary>
    public byte? Scale { get; private set; }

    /// <summary>The window field that each receiver has sent last, as it was passed on, by the receiver's port.</summary>
    public IReadOnlyDictionary<ushort, uint> Windows => _windows;

    private void Compare(IpPacket packet)
    {
        byte[] behind = packet.Bytes.ToArray();
        if (!packet.TryReadTcp(out TcpFields fields))
            return;
        Packets++;
        Scale = fields.Has(TcpFlags.Syn) ? fields.WindowScale : Scale;
        _windows[packet.Flow.Source.Port] = fields.Window;
        if (fields.Window > _window || !TcpBytes.AreSameButWindow(_before, behind) || !FullChecksum.IsCorrect(behind))
            Wrong++;
        if (fields.Window == _window)
            return;
        Lowered++;
        _lowered.Add(packet.Flow.Source.Port);
    }

    private void Keep(IpPacket packet)
    {
        _before = packet.Bytes.ToArray();
        packet.TryReadTcp(out TcpFields fields);
        _window = fields.Window;
    }

    private sealed class Monitor(AckWatch watch, bool isBefore) : ILinkMonitor
    {
        public void Arrived(Packet packet, Instant at)
        {
            if (!isBefore)
                watch.Compare((IpPacket)packet);
        }

        public void Dropped(long packets, long bytes, Instant at)
        {
        }

        public void Departed(Packet packet, Instant start, Instant sent)
        {
        }

        public void Lost(Packet packet, Instant sent)
        {
        }

        public void Delivered(Packet packet, Instant at)
        {
            if (isBefore)
                watch.Keep((IpPacket)packet);
        }
    }
}
