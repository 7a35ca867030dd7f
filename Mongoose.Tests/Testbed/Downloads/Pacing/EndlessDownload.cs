using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Downloads.Simulated;

namespace Mongoose.Tests.Testbed.Downloads.Pacing;

/// <summary>A connection of simulated TCP that always has a next response, a request's time after the end of the one before.</summary>
internal sealed class EndlessDownload
{
    private const int SegmentBytes = 1448;

    private readonly SimulatedScheduler _clock;
    private readonly SeededRandom _random;
    private readonly VisitorPacing _pacing;
    private readonly TcpDownload _download;

    public EndlessDownload(SimulatedScheduler clock, TcpFlow flow, SeededRandom random, VisitorPacing pacing)
    {
        (_clock, _random, _pacing) = (clock, random, pacing);
        _download = new TcpDownload(flow, SegmentBytes) { Written = () => Ask(Duration.FromMilliseconds(10)) };
    }

    public long DeliveredBytes => _download.DeliveredBytes;

    /// <summary>Ends the sequence of responses after the present one.</summary>
    public bool IsResting { get; set; }

    /// <summary>The server has the next response after at least that time.</summary>
    public void Ask(Duration time) => _clock.At(_clock.Now + time + Duration.FromMilliseconds(_random.NextDouble() * 5), Begin);

    private void Begin()
    {
        if (IsResting)
            return;
        bool isShort = _random.NextDouble() < 0.3;
        _download.Begin(
            isShort ? 1000 + (long)(_random.NextDouble() * 7000) : 20_000 + (long)(_random.NextDouble() * 280_000),
            isShort ? DownloadOrder.Short : DownloadOrder.Bulk);
        _pacing.Add(_download);
    }
}
