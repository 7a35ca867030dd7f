using System.Text;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Sends streams to a client as plain RTP; each stream has its own sequence numbers, and all share one clock.</summary>
internal abstract class ClientSender(AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context,
    ClientSender.Output send) : IDisposable
{
    /// <summary>A stream without packets for this time is no longer reported.</summary>
    private static readonly Duration Lifetime = Duration.FromSeconds(30);

    private readonly FeedbackReader _feedback = new();
    private readonly byte[] _datagram = new byte[65_536];
    private uint _next;

    /// <summary>Sends a packet.</summary>
    /// <param name="number">The number by which the controller counts it; null for RTCP.</param>
    public delegate void Output(uint? number, ReadOnlySpan<byte> datagram, Instant now);

    protected AudioFormat Format { get; } = format;

    protected OpusOptions Options { get; } = options;

    protected ConferenceContext Context { get; } = context;

    /// <summary>The streams so far.</summary>
    public OutgoingStreams Streams { get; } = new(format.ClockRate, context.Ids);

    /// <summary>Voices that were alone in the latest frame, and those in mixes.</summary>
    public abstract (int Alone, int Mixed) Voices { get; }

    /// <summary>Sends a frame.</summary>
    public abstract void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now);

    /// <summary>Passes a client's feedback (RFC 8888) to the controller.</summary>
    public void Received(CongestionFeedback feedback, MixingController controller, Instant now) =>
        controller.Received(_feedback.Read(feedback, Streams.Numbers), now);

    /// <summary>Sends a report and the name of each stream.</summary>
    public void SendReports(ulong ntpTime, Instant now)
    {
        foreach (OutgoingStream stream in Streams.All)
        {
            if (now - stream.SentAt > Lifetime)
            {
                Streams.Numbers.Remove(stream.Rtp.Ssrc);
                continue;
            }
            int bytes = stream.Rtp.Report(ntpTime, now).Write(_datagram, []);
            send(null, _datagram.AsSpan(0, bytes + WriteName(bytes, stream)), now);
        }
    }

    public void SendGoodbye(Instant now)
    {
        foreach (OutgoingStream stream in Streams.All)
        {
            if (now - stream.SentAt > Lifetime)
                continue;
            int bytes = SenderReport.WriteReceiverReport(_datagram, stream.Rtp.Ssrc, []);
            bytes += WriteName(bytes, stream);
            bytes += SourceDescription.WriteGoodbye(_datagram.AsSpan(bytes), stream.Rtp.Ssrc);
            send(null, _datagram.AsSpan(0, bytes), now);
        }
    }

    public abstract void Dispose();

    /// <summary>Sends the packet of one stream.</summary>
    /// <param name="ssrc">The voice or mix.</param>
    /// <param name="voices">The voices of a mix.</param>
    /// <param name="delay">How much later than the frame clock the payload's audio is; the packet's timestamp is earlier by this.</param>
    protected void Send(uint ssrc, string name, ReadOnlySpan<uint> voices, ReadOnlySpan<byte> payload, Duration delay, Instant now)
    {
        OutgoingStream stream = Streams.Of(ssrc);
        (stream.SentAt, stream.Name) = (now, name);
        uint timestamp = unchecked(Context.Timestamp(Format.ClockRate) - (uint)Format.SamplesIn(delay));
        RtpHeader header = stream.Rtp.Next(timestamp, payloadType, payload.Length, now);
        Streams.Numbers.Sent(stream.Rtp.Ssrc, header.Number, _next);
        send(_next++, _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, voices, payload)), now);
    }

    private int WriteName(int start, OutgoingStream stream) =>
        SourceDescription.Write(_datagram.AsSpan(start), stream.Rtp.Ssrc, Encoding.UTF8.GetBytes(stream.Name));
}
