using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// Vegas (Brakmo and Peterson 1995): keeps between alpha and beta of its own segments in the bottleneck's queue. Once per round trip it
/// compares the window with the window that the base RTT would need: diff = cwnd (1 - baseRTT / RTT), where RTT is the minimum of the
/// round. In slow start the window doubles every other round, until diff exceeds gamma. It responds to loss like Reno; the paper's earlier
/// retransmission is not implemented.
/// </summary>
/// <param name="Alpha">If fewer segments are in the queue, the window grows by one segment.</param>
/// <param name="Beta">If more segments are in the queue, the window shrinks by one segment.</param>
/// <param name="Gamma">If more segments are in the queue, slow start ends.</param>
public sealed record Vegas(int Alpha, int Beta, int Gamma) : CongestionAlgorithm
{
    /// <summary>The defaults of Linux and ns-3.</summary>
    public static readonly Vegas Linux = new(2, 4, 1);

    /// <summary>The defaults of ns-2.</summary>
    public static readonly Vegas Ns2 = new(1, 3, 1);

    private const int MinRttSamples = 3; // With fewer samples, all may be of delayed acknowledgments (as in Linux).

    public override ICongestionWindow Start(int segmentBytes, long initialCwnd) => new Window(this, segmentBytes, initialCwnd);

    private sealed class Window(Vegas options, int segmentBytes, long initialCwnd) : WindowInBytes(segmentBytes, initialCwnd)
    {
        private Duration _baseRtt = Duration.MaxValue;
        private Duration _roundMinRtt = Duration.MaxValue;
        private int _samples;
        private Rounds _rounds;
        private bool _growsThisRound = true;

        public override void OnAck(in AckEvent ack)
        {
            if (ack.Rtt > Duration.Zero)
            {
                _baseRtt = Duration.Min(_baseRtt, ack.Rtt);
                _roundMinRtt = Duration.Min(_roundMinRtt, ack.Rtt);
                _samples++;
            }
            if (_rounds.EndsWith(ack))
                EndRound(ack.CwndLimited);
            if (Cwnd < Ssthresh && _growsThisRound && ack.CwndLimited)
                Cwnd += SlowStart.Increase(ack, SegmentBytes, 1);
        }

        protected override void OnReduced() => _growsThisRound = true;

        private void EndRound(bool cwndLimited)
        {
            if (Cwnd < Ssthresh)
                EndSlowStartRound();
            else
                Adjust(cwndLimited);
            _roundMinRtt = Duration.MaxValue;
            _samples = 0;
        }

        private void EndSlowStartRound()
        {
            _growsThisRound = !_growsThisRound;
            if (_samples >= MinRttSamples && Queued() > options.Gamma * (double)SegmentBytes)
            {
                // One segment more than the path holds.
                Cwnd = Math.Max(Math.Min(Cwnd, Cwnd - (long)Queued() + SegmentBytes), 2 * SegmentBytes);
                Ssthresh = Cwnd;
            }
        }

        private void Adjust(bool cwndLimited)
        {
            double queued = _samples >= MinRttSamples ? Queued() : 0;
            if (queued > options.Beta * (double)SegmentBytes)
                Cwnd = Math.Max(Cwnd - SegmentBytes, 2 * SegmentBytes);
            else if (queued < options.Alpha * (double)SegmentBytes && cwndLimited)
                Cwnd += SegmentBytes;
            Ssthresh = Math.Min(Ssthresh, Cwnd); // A smaller window must not restart slow start.
        }

        /// <summary>diff, in bytes.</summary>
        private double Queued() => Cwnd * (1 - _baseRtt / _roundMinRtt);
    }
}
