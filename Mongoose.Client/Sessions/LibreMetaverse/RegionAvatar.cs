using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// The avatar's position as reported by the region that the avatar is in. A region may place the avatar before the library reports the
/// arrival; from then on, reports of the previous region are ignored.
/// </summary>
/// <param name="agentId">Called when the avatar enters a region: the library knows the id only after the login.</param>
internal sealed class RegionAvatar(Func<Guid> agentId)
{
    private object? _region;
    private AvatarTracker? _tracker;

    /// <summary>The avatar's position that the region reported last; null before the first report.</summary>
    public AvatarPosition? Last => _tracker?.Last;

    /// <summary>The avatar is in a region, which may have placed it already.</summary>
    public void Enter(object region)
    {
        if (region != _region)
            (_region, _tracker) = (region, new AvatarTracker(agentId()));
    }

    /// <summary>A region has placed the arriving avatar.</summary>
    public void Arrived(object region, in AgentMovementComplete arrived, Instant now)
    {
        Enter(region);
        _tracker!.Received(arrived, now);
    }

    /// <summary>The tracker of the avatar in a region; null if the avatar is in another region.</summary>
    public AvatarTracker? In(object region)
    {
        if (_region is null)
            Enter(region);
        return region == _region ? _tracker : null;
    }
}
