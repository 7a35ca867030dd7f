using Mongoose.Client.Downloads;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>
/// A session's connection to one region: a circuit, for the avatar or for a child agent in a neighbouring region, and the region's event
/// queue.
/// </summary>
internal sealed class RegionCircuit(Viewer viewer) : IDisposable
{
    /// <summary>
    /// Regions ping every 5 s: if nothing arrives for this long, the region has closed the circuit, and its message was lost.
    /// </summary>
    private static readonly Duration SilenceTimeout = Duration.FromSeconds(20);

    /// <summary>A viewer's last request for a circuit is sent after 3 s: a region that has not answered 2 s later will not.</summary>
    private static readonly Duration OpeningTimeout = Duration.FromSeconds(5);

    private Uri? _seed;
    private Uri? _nextSeed;
    private bool _asks;
    private IDisposable? _following;

    public Viewer Viewer => viewer;

    /// <summary>The region's size.</summary>
    public RegionSize Size { get; set; } = RegionSize.Standard;

    /// <summary>The addresses of the region's assets for downloads by HTTP; null until the region has sent them.</summary>
    public DownloadCapabilities? Downloads { get; set; }

    /// <summary>Whether an avatar may arrive on this circuit; if not, a new circuit must be requested, with new sequence numbers.</summary>
    public bool IsUsable(Instant now) => viewer.State == ViewerState.Idle
        || (viewer.LastReceivedAt is { } receivedAt ? now - receivedAt < SilenceTimeout : now - viewer.StartedAt < OpeningTimeout);

    /// <summary>
    /// Listens to the region, unless the session already does. Only one seed capability is asked at a time, because a region may name any
    /// number of them: the last capability named before the answer is asked next.
    /// </summary>
    /// <returns>Whether this seed capability is asked now.</returns>
    public bool Follow(Uri seed, Func<IDisposable> follow)
    {
        _nextSeed = _asks && seed != _seed ? seed : null;
        if (_asks || seed == _seed)
            return false;
        _following?.Dispose();
        (_seed, _asks) = (seed, true);
        _following = follow();
        return true;
    }

    /// <summary>The seed capability has answered.</summary>
    /// <param name="isFollowed">
    /// Whether the session listens to the region from now on; if not, the same seed capability may be requested again.
    /// </param>
    /// <returns>The seed capability to ask next; null if there is none.</returns>
    public Uri? Answered(bool isFollowed)
    {
        Uri? next = _nextSeed;
        (_nextSeed, _asks) = (null, false);
        if (!isFollowed)
            Unfollow();
        return next;
    }

    public void Dispose()
    {
        Unfollow();
        viewer.Dispose();
    }

    private void Unfollow()
    {
        _following?.Dispose();
        (_seed, _following) = (null, null);
    }
}
