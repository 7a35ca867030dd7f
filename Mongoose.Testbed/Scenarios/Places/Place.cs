using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// Where the flows of one run live: the sites of their two ends, and the ways between them through the scenario's links. Flows are created and
/// finished on a thread that is no site's.
/// </summary>
/// <param name="seed">Of the run.</param>
internal abstract class Place(long seed) : IDisposable
{
    private readonly Dictionary<FlowGroup, object> _shared = [];
    private readonly Dictionary<Type, int> _created = [];

    public long Seed => seed;

    /// <summary>The run's begin on the clock of all sites.</summary>
    public Instant Origin { get; protected init; }

    /// <summary>Where viewers, players and links live.</summary>
    public abstract Site Viewers { get; }

    /// <summary>Where a viewer or player opens its port; its port is 0, which takes a free one.</summary>
    public virtual UdpAddress ViewerAddress => UdpAddress.Loopback();

    /// <summary>The loops whose failure ends the run; none in simulated time.</summary>
    public abstract IReadOnlyList<RealTimeLoop> Loops { get; }

    /// <summary>Where the servers of a group's flows live.</summary>
    public abstract Site Servers(FlowGroup group);

    /// <summary>Where the server of a flow opens its port.</summary>
    /// <param name="group">Of the flow.</param>
    /// <param name="member">The flow's number in the group, from 1.</param>
    public abstract UdpAddress ServerAddress(FlowGroup group, int member);

    /// <summary>Where a flow's viewer sends to reach the server through the links of its group.</summary>
    public abstract UdpAddress WayTo(UdpAddress server, FlowGroup group);

    /// <summary>What was measured of each link and direction.</summary>
    public abstract IReadOnlyList<LinkRecord> FinishLinks();

    /// <summary>What went wrong though the flows have figures, at the end of the run; one line each.</summary>
    public virtual IReadOnlyList<string> Problems => [];

    /// <summary>What the flows of a group share, such as their region; the first flow creates it.</summary>
    public T Shared<T>(FlowGroup group, Func<T> create)
        where T : class
    {
        if (!_shared.TryGetValue(group, out object? shared))
            _shared.Add(group, shared = create());
        return (T)shared;
    }

    /// <summary>How many flows of a kind were created before this one; it tells their random numbers and ports apart.</summary>
    public int NextNumber(FlowKind kind)
    {
        int before = _created.GetValueOrDefault(kind.GetType());
        _created[kind.GetType()] = before + 1;
        return before;
    }

    public abstract void Dispose();
}
