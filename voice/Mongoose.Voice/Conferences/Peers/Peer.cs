using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>A peer: receives its voices, and sends it those of the others.</summary>
internal abstract class Peer(int index, PeerOptions options, ConferenceContext context) : IDisposable
{
    /// <summary>Bytes of IPv4, UDP and RTP headers.</summary>
    protected const int PacketHeaderBytes = DatagramHeaders.Bytes + RtpPacket.HeaderBytes;

    /// <summary>The maximum datagram that fits into one Ethernet frame, in bytes.</summary>
    protected const int MaxBytes = 1500 - DatagramHeaders.Bytes;

    private readonly List<Source> _voices = [];

    public int Index { get; } = index;

    public PeerOptions Options { get; } = options;

    protected ConferenceContext Context { get; } = context;

    /// <summary>The format that is sent to the peer, and expected from it.</summary>
    protected AudioFormat Format { get; } = FormatOf(options, context.Frame);

    protected OpusOptions Opus { get; } = new(options.BitRate, options.Complexity);

    protected PeerCounters Counters { get; } = new();

    /// <summary>Whether datagrams can reach it.</summary>
    public bool IsReachable { get; set; } = true;

    /// <summary>When its latest datagram arrived; null before the first.</summary>
    protected Instant? HeardAt { get; private set; }

    /// <summary>Whether an error has stopped it.</summary>
    public bool HasFailed { get; set; }

    public abstract PeerState State { get; }

    /// <summary>
    /// The number of streams that may be sent. If there are more voices, their loudness decides which of them are mixed. Unlimited if
    /// nothing depends on loudness.
    /// </summary>
    public abstract int Streams { get; }

    public void Received(ReadOnlySpan<byte> datagram, Instant now)
    {
        HeardAt = now;
        Counters.ReceivedBytes += datagram.Length + DatagramHeaders.Bytes;
        bool isUnderstood = RtcpPacket.IsRtcp(datagram) ? ReceivedReports(datagram, now) : ReceivedAudio(datagram, now);
        if (!isUnderstood)
            Counters.Refused++;
    }

    /// <summary>Counts a datagram that came from another address.</summary>
    public void Refuse() => Counters.Refused++;

    /// <summary>Treats the peer as new: another program uses its address, or its program has left.</summary>
    public virtual void StartOver(Instant now)
    {
    }

    /// <summary>Takes the frame of each voice that comes from the peer.</summary>
    public abstract void BeginFrame(Instant now);

    /// <summary>Sends the voices of a frame, except those of this peer.</summary>
    public void SendFrame(ReadOnlySpan<Source> voices, Instant now)
    {
        _voices.Clear();
        foreach (Source voice in voices)
        {
            if (voice.Peer != Index)
                _voices.Add(voice);
        }
        Send(CollectionsMarshal.AsSpan(_voices), now);
    }

    /// <summary>Sends what is due besides audio.</summary>
    public abstract void SendReports(Instant now);

    public abstract void SendGoodbye(Instant now);

    public abstract void Dispose();

    /// <returns>False if the datagram is refused.</returns>
    protected abstract bool ReceivedAudio(ReadOnlySpan<byte> datagram, Instant now);

    protected abstract bool ReceivedReport(in RtcpPacket packet, Instant now);

    protected abstract void Send(ReadOnlySpan<Source> voices, Instant now);

    protected void SendDatagram(ReadOnlySpan<byte> datagram)
    {
        Counters.SentBytes += datagram.Length + DatagramHeaders.Bytes;
        Context.Send(Index, datagram);
    }

    private bool ReceivedReports(ReadOnlySpan<byte> datagram, Instant now)
    {
        bool isUnderstood = false;
        while (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
            isUnderstood |= ReceivedReport(packet, now);
        return isUnderstood && datagram.IsEmpty;
    }

    private static AudioFormat FormatOf(PeerOptions options, Duration frame)
    {
        if (!AudioFormat.TryParse(options.Codec, out AudioFormat format))
            throw new ArgumentException($"peer {options.Name}: codec {options.Codec}: allowed are {AudioFormat.Texts}");
        if (format.Codec == AudioCodec.Opus && frame.Milliseconds is not (10 or 20 or 40 or 60))
            throw new ArgumentException(
                $"peer {options.Name}: codec {options.Codec} with frames of {frame.Milliseconds} ms; allowed are 10, 20, 40 and 60 ms");
        return format;
    }
}
