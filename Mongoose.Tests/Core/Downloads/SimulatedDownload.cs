using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.Downloads;

/// <summary>A connection of simulated TCP that always has a next response, a request's time after the end of the one before.</summary>
internal sealed class SimulatedDownload : IDownload
{
    private readonly SimulatedScheduler _clock;
    private readonly TcpFlow _flow;
    private readonly SeededRandom _random;
    private readonly Action<SimulatedDownload> _begun;
    private Duration _minimum = Duration.Zero;
    private long _acks;

    public SimulatedDownload(SimulatedScheduler clock, TcpFlow flow, SeededRandom random, Action<SimulatedDownload> begun)
    {
        (_clock, _flow, _random, _begun) = (clock, flow, random, begun);
        flow.Source.RoundTripMeasured = roundTrip =>
        {
            _minimum = _acks++ == 0 ? roundTrip : Duration.Min(_minimum, roundTrip);
        };
    }

    public long DeliveredBytes => _flow.DeliveredBytes;

    public bool CanWrite => true;

    public long RemainingBytes { get; private set; }

    public DownloadOrder Order { get; private set; }

    /// <summary>Ends the sequence of responses after the present one.</summary>
    public bool IsResting { get; set; }

    /// <summary>The server has the next response after at least that time.</summary>
    public void Ask(Duration time) => _clock.At(_clock.Now + time + Duration.FromMilliseconds(_random.NextDouble() * 5), Begin);

    public bool TryRead(out ConnectionState state)
    {
        TcpSender sender = _flow.Source.Sender;
        state = new ConnectionState(sender.SmoothedRtt, _minimum, sender.Acknowledged, sender.SendNext - sender.Acknowledged, sender.UnsentBytes,
            sender.Counters.SegmentsRetransmitted, _acks, 1448);
        return true;
    }

    public bool Write(int bytes)
    {
        RemainingBytes -= bytes;
        _flow.Write(bytes);
        if (RemainingBytes == 0)
            Ask(Duration.FromMilliseconds(10));
        return true;
    }

    public object Connection => this;

    public void GiveUp() => throw new InvalidOperationException("simulated connections do not end");

    private void Begin()
    {
        if (IsResting)
            return;
        bool isShort = _random.NextDouble() < 0.3;
        RemainingBytes = isShort ? 1000 + (long)(_random.NextDouble() * 7000) : 20_000 + (long)(_random.NextDouble() * 280_000);
        Order = isShort ? DownloadOrder.Short : DownloadOrder.Bulk;
        _begun(this);
    }
}
