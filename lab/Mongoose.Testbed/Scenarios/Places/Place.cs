using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// Where the flows of one run live: the sites of their two ends, and the routes between them through the scenario's links. Flows are
/// created and finished on a thread that does not belong to a site.
/// </summary>
internal abstract class Place(long seed) : IDisposable
{
    private readonly Dictionary<object, object> _shared = [];
    private readonly Dictionary<Type, int> _created = [];
    private readonly List<Action> _closing = [];

    public long Seed => seed;

    /// <summary>The run's start on the clock of all sites.</summary>
    public Instant Origin { get; protected init; }

    /// <summary>The site of viewers, players and links.</summary>
    public abstract Site Viewers { get; }

    /// <summary>The address of a viewer or player; port 0 means any free port.</summary>
    public virtual UdpAddress ViewerAddress => UdpAddress.Loopback();

    /// <summary>The loops whose failure ends the run; empty in simulated time.</summary>
    public abstract IReadOnlyList<RealTimeLoop> Loops { get; }

    /// <summary>The site of the servers of a group's flows.</summary>
    public abstract Site Servers(FlowGroup group);

    /// <summary>The address of a flow's server.</summary>
    /// <param name="member">The flow's number in the group, from 1.</param>
    public abstract UdpAddress ServerAddress(FlowGroup group, int member);

    /// <summary>The address to which a flow's viewer sends, so that packets reach the server through the links of its group.</summary>
    /// <param name="server">The server's address.</param>
    /// <param name="tap">
    /// Gets the server's packets before the links and passes them on; null for none. Only for links in this process.
    /// </param>
    public abstract UdpAddress RouteTo(UdpAddress server, FlowGroup group, IPacketReceiver? tap = null);

    /// <summary>
    /// The address to which a flow's server sends first, so that packets reach the viewer through the links of its group.
    /// </summary>
    public abstract UdpAddress RouteToViewer(UdpAddress viewer, FlowGroup group);

    /// <summary>Returns the measurements of each link and direction.</summary>
    public abstract IReadOnlyList<LinkRecord> FinishLinks();

    /// <summary>Problems at the end of the run that did not prevent figures; one line each.</summary>
    public virtual IReadOnlyList<string> Problems => [];

    /// <summary>An object shared by several flows, such as the region of a group; the first flow creates it.</summary>
    public T Shared<T>(object owner, Func<T> create)
        where T : class
    {
        if (!_shared.TryGetValue(owner, out object? shared))
            _shared.Add(owner, shared = create());
        return (T)shared;
    }

    /// <summary>The number of flows of this kind created so far; it selects the flow's random numbers and ports.</summary>
    public int NextNumber(FlowKind kind)
    {
        int before = _created.GetValueOrDefault(kind.GetType());
        _created[kind.GetType()] = before + 1;
        return before;
    }

    /// <summary>Has the place call <paramref name="close"/> before its loops end, to close something that no flow closes.</summary>
    public void CloseAtEnd(Action close) => _closing.Add(close);

    public void Dispose()
    {
        try
        {
            foreach (Action close in _closing)
                close();
            _closing.Clear();
        }
        finally
        {
            End();
        }
    }

    /// <summary>Ends the place's loops.</summary>
    protected abstract void End();
}
