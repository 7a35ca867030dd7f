using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Avatars that walk and stand alternately in a real grid, without an emulated link.</summary>
internal sealed class GridWalkers : IDisposable
{
    /// <summary>The first random number stream of walkers.</summary>
    private const long FirstStream = 1_000_000;

    private static readonly DataRate Throttle = DataRate.FromKilobitsPerSecond(500);

    private readonly RealTimeLoop _loop;
    private readonly List<GridVisit> _visits = [];
    private readonly List<Stroller> _strollers = [];

    /// <summary>Logs all walkers in, and waits until they stand in the region; must not be called on the loop's thread.</summary>
    /// <param name="loop">The walkers' thread.</param>
    /// <param name="users">The accounts that they use.</param>
    /// <param name="meanTime">Mean time for which each walks, and for which it stands.</param>
    /// <param name="seed">Determines these times.</param>
    /// <param name="cancellation">Cancels the logins.</param>
    /// <exception cref="OpenSimException">A login is refused, or the region does not answer.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public GridWalkers(RealTimeLoop loop, OpenSimInstance grid, IEnumerable<int> users, Duration meanTime, long seed,
        CancellationToken cancellation = default)
    {
        _loop = loop;
        // Like viewers, they collect acks, which saves the region and this process half of their datagrams.
        ViewerOptions options = new() { Throttle = ViewerSplit.Of(Throttle), AckDelay = Duration.FromMilliseconds(100) };
        try
        {
            foreach (int user in users)
            {
                GridVisit visit = GridVisit.Begin(loop, grid, user, options, cancellation: cancellation);
                _visits.Add(visit);
                _strollers.Add(new Stroller(loop, visit.Viewer, new SeededRandom(seed, FirstStream + user), meanTime));
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public void Start() => _loop.Invoke(() => _strollers.ForEach(stroller => stroller.Start()));

    /// <summary>Makes all walkers stop permanently at a time.</summary>
    public void StopAt(Instant time) => _loop.Invoke(() => _strollers.ForEach(stroller => _loop.At(time, stroller.Stop)));

    /// <summary>Makes all walkers stop permanently.</summary>
    public void Stop() => _loop.Invoke(() => _strollers.ForEach(stroller => stroller.Stop()));

    /// <summary>Logs all walkers out.</summary>
    public void Dispose()
    {
        Stop();
        foreach (GridVisit visit in _visits)
            visit.Dispose();
    }
}
