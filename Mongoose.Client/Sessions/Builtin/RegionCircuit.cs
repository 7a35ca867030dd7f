using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>
/// What a session has in one region: a circuit, by which its avatar is there or looks in from a neighbour, and the region's event queue.
/// </summary>
internal sealed class RegionCircuit(Viewer viewer) : IDisposable
{
    /// <summary>
    /// Regions ping every 5 s: if nothing has arrived for this long, the region has closed the circuit, and its message was lost.
    /// </summary>
    private static readonly Duration SilenceTimeout = Duration.FromSeconds(20);

    /// <summary>A viewer asks for a circuit for the last time after 3 s: a region that has not answered by then will not.</summary>
    private static readonly Duration OpeningTimeout = Duration.FromSeconds(5);

    private Uri? _seed;
    private IDisposable? _following;

    public Viewer Viewer => viewer;

    /// <summary>How large the region is.</summary>
    public RegionSize Size { get; set; } = RegionSize.Standard;

    /// <summary>Whether an avatar may come in by it; if not, a new circuit must be asked for, with new numbers.</summary>
    public bool IsUsable(Instant now) => viewer.State == ViewerState.Idle
        || (viewer.LastReceivedAt is { } receivedAt ? now - receivedAt < SilenceTimeout : now - viewer.StartedAt < OpeningTimeout);

    /// <summary>Listens to the region, unless it does already: an answer under way to an earlier question would be lost.</summary>
    public void Follow(Uri seed, Func<IDisposable> follow)
    {
        if (seed == _seed)
            return;
        _following?.Dispose();
        _seed = seed;
        _following = follow();
    }

    /// <summary>Forgets what it listened to.</summary>
    public void Unfollow()
    {
        _following?.Dispose();
        (_seed, _following) = (null, null);
    }

    public void Dispose()
    {
        Unfollow();
        viewer.Dispose();
    }
}
