using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// The receiving end of a trunk. All streams of a trunk packet play in the same frame, so that a voice that leaves the mix continues
/// without a gap.
/// </summary>
internal sealed class TrunkReceiver(ConferenceContext context)
{
    private PlayoutBuffer _buffer = NewBuffer(context);
    private SequenceExtender _numbers;
    private uint? _neighbour;
    private PlayoutKind _kind;
    private long _missingBefore;

    /// <summary>The arrivals, for reports.</summary>
    public ArrivalLog Log { get; private set; } = new(ReportTiming.Default);

    /// <summary>The SSRC of the trunk that is received; 0 before its first packet.</summary>
    public uint Ssrc => _neighbour ?? 0;

    /// <summary>Frames that were lost or late.</summary>
    public long Missing => _missingBefore + _buffer.State.Unheard;

    /// <summary>The time from the arrival of the latest packet to its frame.</summary>
    public Duration Delay => _buffer.State.Delay;

    /// <summary>Takes a trunk packet.</summary>
    /// <param name="hasStreams">Whether it is more than a probe.</param>
    /// <param name="isOpen">Whether its audio is used.</param>
    public void Arrived(in RtpHeader header, ReadOnlySpan<byte> datagram, bool hasStreams, bool isOpen, Instant now)
    {
        if (_neighbour != header.Ssrc)
            Restart(header.Ssrc);
        Log.Arrived(_numbers.Extend(header.Number), now);
        // A packet without streams ends voices that are heard; otherwise it is a probe.
        if (isOpen && (hasStreams || _kind != PlayoutKind.Idle))
            _buffer.Arrived(header, datagram, now);
    }

    /// <summary>Advances by a frame.</summary>
    public PlayoutKind Next(bool isQuiet, Instant now) => _kind = _buffer.Next(isQuiet, now);

    /// <summary>The next trunk packet of this frame.</summary>
    public bool TryTake(out TrunkReader reader)
    {
        reader = default;
        return _buffer.TryTake(out ReadOnlySpan<byte> datagram) && TrunkReader.TryRead(datagram, out reader);
    }

    private void Restart(uint ssrc)
    {
        _neighbour = ssrc;
        _missingBefore = Missing;
        _buffer = NewBuffer(context);
        (_numbers, _kind) = (default, PlayoutKind.Idle);
        Log = new ArrivalLog(ReportTiming.Default);
    }

    private static PlayoutBuffer NewBuffer(ConferenceContext context) => PlayoutBuffer.OfFrames(TrunkReader.ClockRate, context.Frame);
}
