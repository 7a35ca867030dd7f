using Mongoose.Client.Downloads;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>A viewer's HTTP client over simulated TCP.</summary>
internal sealed class SimulatedDownloader : IDownloadClient
{
    /// <summary>The TCP options of connections: those of Linux, with CUBIC and a socket's send buffer.</summary>
    public static readonly TcpOptions Tcp =
        TcpOptions.Linux with { CongestionControl = CongestionControls.Find("cubic")!, UnsentBytes = 64 * 1024 };

    private readonly IScheduler _clock;
    private readonly Func<(TcpFlow Requests, TcpFlow Responses)> _connect;
    private readonly HttpServing _serving;
    private readonly SeededRandom _random;
    private readonly SimulatedPool[] _pools;

    /// <param name="clock">The clock of both ends.</param>
    /// <param name="habits">How the viewer downloads.</param>
    /// <param name="connect">
    /// Opens the two directions of a connection with <see cref="Tcp"/>: the viewer's requests, and the region's answers.
    /// </param>
    /// <param name="serving">How the region answers.</param>
    /// <param name="random">Draws the times of answers.</param>
    public SimulatedDownloader(IScheduler clock, DownloadHabits habits, Func<(TcpFlow Requests, TcpFlow Responses)> connect,
        HttpServing serving, SeededRandom random)
    {
        (_clock, _connect, _serving, _random) = (clock, connect, serving, random);
        _pools = [.. Enum.GetValues<DownloadClass>().Select(kind => new SimulatedPool(clock, habits.Of(kind), habits.Retries, Connect))];
    }

    /// <summary>Called with bytes of heads and bodies that have arrived.</summary>
    public Action<long>? Received { get; init; }

    public DownloadTotals Totals => new(
        _pools.Sum(pool => pool.Totals.Connections), _pools.Sum(pool => pool.Totals.Retries),
        _pools.Sum(pool => pool.Totals.Repeats), _pools.Sum(pool => pool.Totals.Timeouts));

    public void Request(DownloadObject what, ByteRange? part, Action<FinishedRequest> over) =>
        _pools[(int)what.Class].Add(new SimulatedRequest(what.Class, what.BytesOf(part), over));

    private SimulatedConnection Connect(SimulatedPool pool)
    {
        (TcpFlow requests, TcpFlow responses) = _connect();
        return new SimulatedConnection(_clock, requests, responses, Tcp.SegmentBytes, _serving, _random)
        {
            Received = bytes => Received?.Invoke(bytes),
            Answered = pool.Answered,
            Ended = pool.Abandon,
        };
    }
}
