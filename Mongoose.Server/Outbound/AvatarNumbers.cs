using OpenMetaverse;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Numbers avatars in the order in which they come, for readers who may not see names. An avatar keeps its number over relogs and borders,
/// as long as the process runs. None is forgotten, so that a link never leads to another avatar: a hundred thousand take a few megabytes.
/// Thread-safe.
/// </summary>
internal sealed class AvatarNumbers
{
    private readonly Dictionary<UUID, int> _numbers = [];

    /// <summary>The number of an avatar, from 1 on.</summary>
    public int Of(UUID agent)
    {
        lock (_numbers)
        {
            if (!_numbers.TryGetValue(agent, out int number))
                _numbers[agent] = number = _numbers.Count + 1;
            return number;
        }
    }
}
