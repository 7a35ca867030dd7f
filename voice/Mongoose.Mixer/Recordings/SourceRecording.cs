using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Recordings;

/// <summary>A source of a recorder: its recording, its counts and its reports.</summary>
internal sealed class SourceRecording(uint ssrc, byte payloadType, AudioFormat format, IVoiceStore store, Instant start,
    Duration firstHeard) : IDisposable
{
    private readonly ReceptionLog _reception = new(ssrc, format.ClockRate);
    private SequenceExtender _numbers;
    private string _name = "";
    private long _packets, _bytes, _refused;

    public uint Ssrc { get; } = ssrc;

    public SourceTrack Track { get; } = new(ssrc, format, store);

    public Instant LastHeard { get; private set; }

    /// <summary>Whether packets came in the last seconds; see <see cref="RecordedVoices"/>.</summary>
    public bool IsSpeaking { get; set; }

    /// <summary>The arrivals for RFC 8888.</summary>
    public ArrivalLog Arrivals { get; } = new(ReportTiming.Default);

    public void Arrived(in RtpPacket packet, int bytes, Instant now)
    {
        RtpHeader header = packet.Header;
        if (header.PayloadType != payloadType || !_reception.Arrived(header.Number, header.Timestamp, now))
        {
            _refused++;
            return;
        }
        LastHeard = now;
        _packets++;
        _bytes += bytes + DatagramHeaders.Bytes;
        uint number = _numbers.Extend(header.Number);
        Arrivals.Arrived(number, now);
        Track.Arrived(header, number, packet.Payload, now - start);
    }

    public void Named(string name)
    {
        if (name == _name)
            return;
        _name = name;
        Track.Name(name);
    }

    public void Heard(in SenderReport report, Instant now) => _reception.Heard(report, now);

    /// <summary>The block of the next receiver report.</summary>
    public ReportBlock Report(Instant now) => _reception.Report(now);

    public void Advance(Instant now) => Track.Advance(now - start);

    public RecordedSource Result() => new(
        _name, Ssrc, format.ToString(), firstHeard, _packets, _bytes, _reception.CumulativeLost, Track.Late, _refused,
        Duration.FromSeconds((double)_reception.Jitter / format.ClockRate),
        Track.Heard, Track.Gaps.Missing, Track.Gaps.List, Track.Followed, Track.Level.Mean, Track.Level.Peak);

    public void Dispose() => Track.Dispose();
}
