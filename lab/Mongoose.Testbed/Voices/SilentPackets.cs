using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Testbed.Voices;

/// <summary>
/// Writes the packets of silent streams as mixers do: RTP with PCMU, or trunk packets. All packets have one SSRC, so that their numbers are
/// those of the controller, even if each carries a different stream.
/// </summary>
/// <param name="packets">The packets' form and size.</param>
internal sealed class SilentPackets(StreamPackets packets)
{
    public const uint Ssrc = 1;

    /// <summary>The longest UDP payload.</summary>
    public const int MaxBytes = VoiceProfile.MaxPacketBytes - DatagramPacket.HeaderBytes;

    /// <summary>The sample zero in PCMU (G.711).</summary>
    private const byte Silence = 0xff;

    private readonly byte[] _audio = Enumerable.Repeat(Silence, MaxBytes).ToArray();
    private readonly byte[] _datagram = new byte[MaxBytes];

    /// <summary>Writes a packet. It is valid until the next call.</summary>
    /// <param name="number">The packet's number; the header has the lower 16 bits.</param>
    /// <param name="streams">The streams in it, at least 1; 1 if plain.</param>
    /// <param name="now">The time of its timestamp.</param>
    public ReadOnlySpan<byte> Write(uint number, int streams, Instant now) => packets.Form == PacketForm.Trunk
        ? WriteTrunk((ushort)number, streams, Ticks(now, TrunkReader.ClockRate))
        : WritePlain((ushort)number, Ticks(now, AudioFormat.Pcmu.ClockRate));

    private ReadOnlySpan<byte> WritePlain(ushort number, uint timestamp)
    {
        int audio = packets.HeaderBytes + packets.StreamBytes - DatagramPacket.HeaderBytes - RtpPacket.HeaderBytes;
        RtpHeader header = new(AudioFormat.Pcmu.StaticPayloadType ?? 0, IsMarked: false, number, timestamp, Ssrc);
        return _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, [], _audio.AsSpan(0, audio)));
    }

    private ReadOnlySpan<byte> WriteTrunk(ushort number, int streams, uint timestamp)
    {
        TrunkWriter writer = new(_datagram, number, timestamp, Ssrc);
        for (uint stream = 1; stream <= streams; stream++)
        {
            TrunkStream header = new(Ssrc + stream, AudioFormat.Pcmu, LevelMeter.Silence, IsMix: false, TrunkFade.None);
            writer.TryAdd(header, _audio.AsSpan(0, packets.StreamBytes - TrunkReader.StreamHeaderBytes));
        }
        return _datagram.AsSpan(0, writer.Length);
    }

    private static uint Ticks(Instant time, int rate) => (uint)(long)((time - Instant.Zero).Seconds * rate);
}
