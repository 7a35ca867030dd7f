using Mongoose.Client.Downloads;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>The connections of one class of a simulated viewer. The rules are those of <see cref="Downloader"/>.</summary>
/// <param name="habits">How the class is downloaded.</param>
/// <param name="retries">When a request is tried again.</param>
/// <param name="connect">Opens a connection that reports to the given pool.</param>
internal sealed class SimulatedPool(IScheduler clock, ClassHabits habits, RetryHabits retries,
    Func<SimulatedPool, SimulatedConnection> connect)
{
    private readonly LinkedList<SimulatedRequest> _ready = new();
    private readonly List<SimulatedConnection> _connections = [];
    private int _attempts;

    /// <summary>The counters so far.</summary>
    public DownloadTotals Totals { get; private set; }

    public void Add(SimulatedRequest request)
    {
        _ready.AddLast(request);
        Dispatch();
    }

    /// <summary>An answer has arrived whole.</summary>
    public void Answered(SimulatedConnection connection, SimulatedRequest request)
    {
        request.Attempt = null;
        request.End(succeeded: true, clock.Now);
        Dispatch();
    }

    /// <summary>The region has closed a connection, or a request on it timed out: its unanswered requests are repeated.</summary>
    public void Abandon(SimulatedConnection connection)
    {
        connection.Close();
        _connections.Remove(connection);
        foreach (SimulatedRequest request in Enumerable.Reverse(connection.InFlight))
        {
            request.FirstByteAt = null;
            _ready.AddFirst(request);
        }
        Totals = Totals with { Repeats = Totals.Repeats + connection.InFlight.Count };
        connection.InFlight.Clear();
        Dispatch();
    }

    private void Dispatch()
    {
        while (_ready.First is { Value: SimulatedRequest request } && Choose() is { } connection)
        {
            _ready.RemoveFirst();
            request.WrittenAt = clock.Now;
            connection.Give(request);
            Begin(request);
        }
    }

    /// <summary>An idle connection; else a new one while there may be more; else the one with the fewest requests.</summary>
    private SimulatedConnection? Choose()
    {
        SimulatedConnection? leastBusy = _connections.Where(connection => connection.InFlight.Count < habits.Depth)
            .MinBy(connection => connection.InFlight.Count);
        if (leastBusy is { InFlight.Count: 0 } || _connections.Count >= habits.Connections)
            return leastBusy;
        SimulatedConnection opened = connect(this);
        _connections.Add(opened);
        Totals = Totals with { Connections = Totals.Connections + 1 };
        return opened;
    }

    /// <summary>
    /// Begins an attempt, which has one timeout; a request that is sent again on another connection continues its attempt.
    /// </summary>
    private void Begin(SimulatedRequest request)
    {
        if (request.Attempt is not null)
            return;
        int attempt = ++_attempts;
        request.Attempt = attempt;
        clock.At(clock.Now + habits.Timeout, () => TimeOut(request, attempt));
    }

    private void TimeOut(SimulatedRequest request, int attempt)
    {
        if (request.Attempt != attempt)
            return;
        request.Attempt = null;
        Totals = Totals with { Timeouts = Totals.Timeouts + 1 };
        _ready.Remove(request);
        if (_connections.Find(connection => connection.InFlight.Remove(request)) is { } connection)
            Abandon(connection);
        if (request.Retries >= retries.Limit)
        {
            request.End(succeeded: false, clock.Now);
            return;
        }
        Totals = Totals with { Retries = Totals.Retries + 1 };
        clock.At(clock.Now + retries.Pause(request.Retries++, null), () => Retry(request));
    }

    private void Retry(SimulatedRequest request)
    {
        request.FirstByteAt = null;
        _ready.AddFirst(request);
        Dispatch();
    }
}
