using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// The figures of datagrams in one direction: rates at both ends, one-way delay and loss. Each end may add its datagrams on its own thread.
/// </summary>
/// <param name="origin">The run's start on the clock of both ends.</param>
internal sealed class OneWayFigures(Instant origin, FlowRecord record)
{
    private readonly List<Instant> _sent = [];
    private readonly List<bool> _arrived = [];
    private readonly DelaySamples _delays = new();
    private Duration _maxDelay = Duration.Zero;

    /// <summary>Adds a datagram that was sent; numbers count from 0 in this order.</summary>
    /// <param name="at">The time.</param>
    /// <param name="bytes">The datagram's IP bytes.</param>
    public void Sent(Instant at, int bytes)
    {
        _sent.Add(at);
        record.Sent.Add(at - origin, bytes);
    }

    /// <summary>Adds a datagram that arrived. Of a duplicate only the bytes on the line count.</summary>
    /// <param name="at">The time.</param>
    /// <param name="bytes">The datagram's IP bytes.</param>
    /// <param name="delay">The time since it was sent.</param>
    /// <returns>Whether it arrived for the first time.</returns>
    public bool Arrived(Instant at, int number, int bytes, Duration delay)
    {
        Duration since = at - origin;
        record.Line.Add(since, bytes);
        if (!LossFigures.Mark(_arrived, number))
            return false;
        record.Delivered(since, bytes - DatagramPacket.HeaderBytes);
        _maxDelay = Duration.Max(_maxDelay, delay);
        if (record.IsMeasured(since))
            _delays.Add(delay);
        return true;
    }

    /// <summary>Adds the figures to the record; to be called when neither end's thread uses this object.</summary>
    public void Add()
    {
        record.AddSentRate();
        record.AddLineRate();
        DelaySummary summary = _delays.Summarise();
        record.Extra.AddRange(
        [
            ("delayMs.p50", summary.P50),
            ("delayMs.p95", _delays.Quantile(0.95)),
            ("delayMs.p99", summary.P99),
            ("delayMs.max", summary.Max),
        ]);
        record.AddSamples("delayMs", _delays);
        LossFigures.Add("lossPercent", _sent, _arrived, _maxDelay, origin, record);
    }
}
