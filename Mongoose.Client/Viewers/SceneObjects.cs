using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>The objects of a region that the viewer has received in any message.</summary>
public sealed class SceneObjects
{
    /// <summary>The PCode (kind of object) of avatars.</summary>
    internal const byte AvatarCode = 47;

    /// <summary>The maximum number of objects, and of avatars: a region can send any number of ids, and each takes memory.</summary>
    internal const int MaxKept = 200_000;

    private readonly HashSet<uint> _known = [];
    private readonly Dictionary<Guid, uint> _avatars = [];

    /// <summary>Distinct objects, without avatars.</summary>
    public int Count => _known.Count;

    /// <summary>The region's local ids of the objects.</summary>
    public IReadOnlyCollection<uint> LocalIds => _known;

    /// <summary>When the last unknown object arrived.</summary>
    public Instant? LastNewAt { get; private set; }

    /// <summary>The local id that the region uses for an avatar's movement; false if the viewer does not know it.</summary>
    public bool TryGetAvatar(Guid agentId, out uint localId) => _avatars.TryGetValue(agentId, out localId);

    internal void OnUpdate(uint localId, Instant now)
    {
        if (_known.Count < MaxKept && _known.Add(localId))
            LastNewAt = now;
    }

    internal void OnUpdate(uint localId, byte code, Guid id, Instant now)
    {
        if (code == AvatarCode && (_avatars.Count < MaxKept || _avatars.ContainsKey(id)))
            _avatars[id] = localId;
        else if (code != AvatarCode)
            OnUpdate(localId, now);
    }
}
