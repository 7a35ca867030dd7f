using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Trunks;

/// <summary>Writes a trunk packet, as <see cref="TrunkReader"/> describes it.</summary>
public ref struct TrunkWriter
{
    private readonly Span<byte> _datagram;

    /// <param name="datagram">Receives the packet.</param>
    /// <param name="number">The RTP sequence number.</param>
    /// <param name="timestamp">The time of the frame, at 48 kHz.</param>
    /// <param name="ssrc">The trunk's SSRC.</param>
    /// <exception cref="ArgumentException">The datagram is shorter than an RTP header.</exception>
    public TrunkWriter(Span<byte> datagram, ushort number, uint timestamp, uint ssrc)
    {
        _datagram = datagram;
        Length = RtpPacket.Write(datagram, new RtpHeader(TrunkReader.PayloadType, false, number, timestamp, ssrc), [], []);
    }

    /// <summary>Bytes so far.</summary>
    public int Length { get; private set; }

    /// <summary>Adds a stream.</summary>
    /// <returns>False if the packet has no room for it, or the audio is longer than <see cref="TrunkStream.MaxBytes"/> bytes.</returns>
    /// <exception cref="ArgumentException">
    /// A trunk cannot carry the stream: it has two channels, a rate that its codec does not have, a level above 127, or a lead of
    /// more than <see cref="TrunkLead.MaxTrunks"/> trunks; or the audio is not whole samples.
    /// </exception>
    public bool TryAdd(in TrunkStream stream, ReadOnlySpan<byte> audio)
    {
        if (!stream.IsValid)
            throw new ArgumentException("A trunk carries PCMU, PCMA, L16 and Opus of one channel, at a rate of the codec, with levels of"
                + $" 0 to 127 and a lead of at most {TrunkLead.MaxTrunks} trunks, not {stream}.", nameof(stream));
        if (stream.Format.SampleBytes is > 0 and int size && audio.Length % size != 0)
            throw new ArgumentException($"{audio.Length} bytes are not whole samples of {size} bytes.", nameof(audio));
        int length = TrunkReader.StreamHeaderBytes + audio.Length;
        if (audio.Length > TrunkStream.MaxBytes || length > _datagram.Length - Length)
            return false;
        stream.WriteHeader(_datagram[Length..], audio.Length);
        audio.CopyTo(_datagram[(Length + TrunkReader.StreamHeaderBytes)..]);
        Length += length;
        return true;
    }
}
