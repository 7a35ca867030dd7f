using System.Text;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>The streams that a client is sent as plain RTP, with sequence numbers of their own and a common time.</summary>
internal abstract class ClientSender(AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context, ClientSender.Output send) : IDisposable
{
    /// <summary>A stream without packets for this long is not reported any more.</summary>
    private static readonly Duration Lifetime = Duration.FromSeconds(30);

    private readonly List<OutgoingStream> _streams = [];
    private readonly Dictionary<uint, OutgoingStream> _bySsrc = [];
    private readonly NumberMap _numbers = new();
    private readonly FeedbackReader _feedback = new();
    private readonly byte[] _datagram = new byte[65_536];
    private uint _next;

    /// <summary>Sends a packet.</summary>
    /// <param name="number">The number by which the controller counts it; null for RTCP.</param>
    /// <param name="datagram">The packet.</param>
    /// <param name="now">The time.</param>
    public delegate void Output(uint? number, ReadOnlySpan<byte> datagram, Instant now);

    protected AudioFormat Format { get; } = format;

    protected OpusOptions Options { get; } = options;

    protected ConferenceContext Context { get; } = context;

    /// <summary>Voices that are alone, and those in mixes.</summary>
    public abstract (int Alone, int Mixed) Voices { get; }

    /// <summary>Sends a frame.</summary>
    public abstract void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now);

    /// <summary>Passes a client's feedback (RFC 8888) to the controller.</summary>
    public void Received(CongestionFeedback feedback, MixingController controller, Instant now) => controller.Received(_feedback.Read(feedback, _numbers), now);

    /// <summary>Whether an SSRC is that of a stream to this client.</summary>
    public OutgoingStream? Find(uint ssrc) => _bySsrc.GetValueOrDefault(ssrc);

    /// <summary>Sends a report and the name of each stream.</summary>
    public void SendReports(ulong ntpTime, Instant now)
    {
        for (int i = _streams.Count - 1; i >= 0; i--)
        {
            OutgoingStream stream = _streams[i];
            if (now - stream.SentAt > Lifetime)
            {
                _numbers.Remove(stream.Rtp.Ssrc);
                _bySsrc.Remove(stream.Rtp.Ssrc);
                _streams.RemoveAt(i);
                continue;
            }
            int bytes = stream.Rtp.Report(ntpTime, now).Write(_datagram, []);
            bytes += SourceDescription.Write(_datagram.AsSpan(bytes), stream.Rtp.Ssrc, Encoding.UTF8.GetBytes(stream.Name));
            send(null, _datagram.AsSpan(0, bytes), now);
        }
    }

    public void SendGoodbye(Instant now)
    {
        foreach (OutgoingStream stream in _streams)
        {
            int bytes = SenderReport.WriteReceiverReport(_datagram, stream.Rtp.Ssrc, []);
            bytes += SourceDescription.WriteGoodbye(_datagram.AsSpan(bytes), stream.Rtp.Ssrc);
            send(null, _datagram.AsSpan(0, bytes), now);
        }
    }

    public abstract void Dispose();

    /// <summary>Sends the packet of one stream.</summary>
    protected void Send(uint ssrc, string name, ReadOnlySpan<uint> voices, ReadOnlySpan<byte> payload, Instant now)
    {
        OutgoingStream stream = StreamOf(ssrc, name);
        (stream.SentAt, stream.Name) = (now, name);
        RtpHeader header = stream.Rtp.Next(Context.Timestamp(Format.ClockRate), payloadType, payload.Length, now);
        _numbers.Sent(ssrc, header.Number, _next);
        send(_next++, _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, voices, payload)), now);
    }

    private OutgoingStream StreamOf(uint ssrc, string name)
    {
        if (Find(ssrc) is { } known)
            return known;
        OutgoingStream made = new(ssrc, name, Format.ClockRate);
        _streams.Add(made);
        _bySsrc.Add(ssrc, made);
        return made;
    }
}
