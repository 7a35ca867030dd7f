using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Where the avatar is, as the region says that it is in. A region may say so before the library counts the avatar as there; what its last region still
/// sends then is not followed any more.
/// </summary>
/// <param name="agentId">Asked when the first region speaks: the library knows it from the login on.</param>
internal sealed class RegionAvatar(Func<Guid> agentId)
{
    private object? _region;
    private AvatarTracker? _tracker;

    /// <summary>Where the region said last that the avatar is; null before it has said so.</summary>
    public AvatarPosition? Last => _tracker?.Last;

    /// <summary>The avatar is in a region, one that may have placed it already.</summary>
    public void Enter(object region)
    {
        if (region != _region)
            (_region, _tracker) = (region, new AvatarTracker(agentId()));
    }

    /// <summary>A region has placed the avatar that comes to it.</summary>
    public void Arrived(object region, Vector3 position, Instant now)
    {
        Enter(region);
        _tracker!.Placed(position, now);
    }

    /// <summary>What follows the avatar in a region; null if it is in another.</summary>
    public AvatarTracker? In(object region)
    {
        if (_region is null)
            Enter(region);
        return region == _region ? _tracker : null;
    }
}
