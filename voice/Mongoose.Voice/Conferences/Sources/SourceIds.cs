using Mongoose.Core.Numerics;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Draws pseudo-random SSRCs and ids from a seed (RFC 3550 section 8.1), and tracks those in use.</summary>
internal sealed class SourceIds(ulong seed)
{
    private readonly HashSet<uint> _used = [0], _drawn = [];
    private SplitMix64 _random = new(seed);

    /// <summary>Takes an id that is not in use.</summary>
    public uint Draw()
    {
        uint id;
        do
            id = (uint)_random.Next();
        while (!_used.Add(id));
        _drawn.Add(id);
        return id;
    }

    /// <summary>Takes <paramref name="wanted"/> if it is free, otherwise another id.</summary>
    public uint Take(uint wanted) => _used.Add(wanted) ? wanted : Draw();

    /// <summary>Whether an id in use was drawn here: if a peer sends it, its audio is in a loop.</summary>
    public bool IsDrawn(uint id) => _drawn.Contains(id);

    public void Release(uint id)
    {
        _used.Remove(id);
        _drawn.Remove(id);
    }
}
