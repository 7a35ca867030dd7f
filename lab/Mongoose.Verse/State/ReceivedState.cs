namespace Mongoose.Verse.State;

/// <summary>The effect of a value that arrived.</summary>
internal enum Effect
{
    /// <summary>The key has a new value, or is removed.</summary>
    Newer,
    /// <summary>The receiver has a newer value, or the key has already been removed.</summary>
    Obsolete,
    /// <summary>The key would be one too many.</summary>
    TooManyKeys,
}

/// <summary>
/// The newest version of every key. A removed key leaves a tombstone with its version, so that an older value that arrives late does not
/// bring it back. Tombstones are forgotten when no older packet can arrive any more, or when there are too many; then older packets must be
/// refused: <see cref="Forgotten"/>.
/// </summary>
/// <param name="maxKeys">The largest number of keys, and the largest number of tombstones after a packet.</param>
internal sealed class ReceivedState(int maxKeys)
{
    private readonly Dictionary<ulong, Known> _known = [];
    private readonly Queue<(ulong Key, long Version)> _tombstones = new();

    /// <summary>Keys that are not removed.</summary>
    public int Keys { get; private set; }

    /// <summary>Removed keys that are remembered, and some that have a value again.</summary>
    public int Tombstones => _tombstones.Count;

    /// <summary>Keys of which anything is remembered, tombstones included.</summary>
    public int Remembered => _known.Count;

    /// <summary>The highest version of a tombstone that was forgotten. Packets with this id and below must be refused.</summary>
    public long Forgotten { get; private set; }

    /// <summary>Applies a value that arrived. Its version is the payload id with which it was sent, extended to 64 bits.</summary>
    public Effect Apply(ulong key, long version, bool isRemoval)
    {
        bool isKnown = _known.TryGetValue(key, out Known known);
        if (version <= (isKnown ? known.Version : Forgotten))
            return Effect.Obsolete;
        bool wasLive = isKnown && !known.IsRemoved;
        bool wasRemoved = isKnown && known.IsRemoved;
        if (!isRemoval && !wasLive && Keys >= maxKeys)
            return Effect.TooManyKeys;
        _known[key] = new Known(version, isRemoval);
        Keys += (isRemoval ? 0 : 1) - (wasLive ? 1 : 0);
        if (isRemoval)
            _tombstones.Enqueue((key, version));
        return isRemoval && wasRemoved ? Effect.Obsolete : Effect.Newer;
    }

    /// <summary>
    /// Drops tombstones older than any packet that can still arrive, and the oldest if there are too many. Call it after the values of a
    /// packet and not between them: they have the same version, so that a tombstone dropped earlier would make the rest obsolete.
    /// </summary>
    /// <param name="oldest">The lowest id that a packet can still have.</param>
    public void DropTombstones(long oldest)
    {
        while (_tombstones.TryPeek(out (ulong Key, long Version) tombstone) && (tombstone.Version < oldest || _tombstones.Count > maxKeys))
            DropOldestTombstone();
    }

    private void DropOldestTombstone()
    {
        (ulong key, long version) = _tombstones.Dequeue();
        Forgotten = Math.Max(Forgotten, version);
        if (_known.TryGetValue(key, out Known known) && known.IsRemoved && known.Version == version)
            _known.Remove(key);
    }

    private readonly record struct Known(long Version, bool IsRemoved);
}
