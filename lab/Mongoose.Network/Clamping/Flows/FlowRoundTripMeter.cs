using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// Measures both halves of a flow's round trip: between the clamp and the data's sender, and between the clamp and its receiver.
/// </summary>
internal struct FlowRoundTripMeter
{
    private RttHalf _senderHalf, _receiverHalf;
    private TimestampProbe _senderProbe, _receiverProbe;
    private SequenceProbe _dataProbe, _requestProbe;
    private uint? _requestEnd;
    private Instant _lastFromSender;

    public readonly RttHalf SenderHalf => _senderHalf;

    public readonly RttHalf ReceiverHalf => _receiverHalf;

    public readonly bool IsKnown => _senderHalf.HasSample && _receiverHalf.HasSample;

    public readonly Duration Min => _senderHalf.Min + _receiverHalf.Min;

    public readonly Duration Current => _senderHalf.Current + _receiverHalf.Current;

    /// <summary>A sample of the handshake.</summary>
    /// <param name="ofSender">Whether it is one of the sender's half.</param>
    /// <param name="queueing">The part of the sample that the segment spent in the clamp's own queue; zero in the sender's half.</param>
    public void OnHandshake(bool ofSender, Duration sample, Duration queueing, Instant now)
    {
        if (ofSender)
            _senderHalf.Add(sample, queueing, now);
        else
            _receiverHalf.Add(sample, queueing, now);
    }

    /// <summary>
    /// A segment without SYN passes from the sender. If the sender was silent for more than half of the sample, it may have had nothing to
    /// send, so the sample is only an upper bound. If its window was full, it was waiting for the echoed acknowledgment, and the sample
    /// counts.
    /// </summary>
    /// <param name="fields">The segment.</param>
    /// <param name="isRetransmission">Whether its data has passed before.</param>
    /// <param name="isFull">Whether the sender fills its window.</param>
    public void OnSenderSegment(in TcpFields fields, bool isRetransmission, bool isFull, Instant now)
    {
        if (fields.Timestamps is { } timestamps)
        {
            if (_senderProbe.TryComplete(timestamps.Echo, now, out Duration sample))
                AddSenderSample(sample, isFull, now);
            if (fields.PayloadBytes > 0 && isRetransmission)
                _receiverProbe.GiveUp();
            else if (fields.PayloadBytes > 0)
                _receiverProbe.OnSent(timestamps.Value, now);
        }
        else
        {
            // Requests may be acknowledged late, with the answer.
            if (fields.Has(TcpFlags.Ack) && _requestProbe.TryComplete(fields.Acknowledgment, now, out Duration sample))
                _senderHalf.AddUpperBound(sample, now);
            if (fields.PayloadBytes > 0)
                _dataProbe.OnSent(EndOf(fields), isRetransmission, now);
        }
        _lastFromSender = now;
    }

    /// <summary>A segment without SYN passes from the receiver.</summary>
    /// <param name="fields">The segment.</param>
    /// <param name="queueing">The time that the data spent in the clamp's own queue, which is part of this half.</param>
    public void OnReceiverSegment(in TcpFields fields, Duration queueing, Instant now)
    {
        if (!fields.Has(TcpFlags.Ack))
            return;
        if (fields.Timestamps is not { } timestamps)
        {
            if (_dataProbe.TryComplete(fields.Acknowledgment, now, out Duration sample))
                _receiverHalf.Add(sample, queueing, now);
            if (fields.PayloadBytes > 0)
                OnRequest(EndOf(fields), now);
            return;
        }
        if (_receiverProbe.TryComplete(timestamps.Echo, now, out Duration echoed))
            _receiverHalf.Add(echoed, queueing, now);
        _senderProbe.OnSent(timestamps.Value, now);
    }

    private void OnRequest(uint end, Instant now)
    {
        bool isRetransmission = _requestEnd is { } newest && SequenceNumber.Distance(end, newest) <= 0;
        _requestProbe.OnSent(end, isRetransmission, now);
        if (!isRetransmission)
            _requestEnd = end;
    }

    private static uint EndOf(in TcpFields fields) => SequenceNumber.After(fields.Sequence, fields.PayloadBytes);

    private void AddSenderSample(Duration sample, bool isFull, Instant now)
    {
        bool wasSilent = (now - _lastFromSender).Nanoseconds > sample.Nanoseconds / 2;
        if (wasSilent && !isFull)
            _senderHalf.AddUpperBound(sample, now);
        else
            _senderHalf.Add(sample, now);
    }
}
