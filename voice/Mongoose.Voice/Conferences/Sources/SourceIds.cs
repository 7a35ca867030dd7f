namespace Mongoose.Voice.Conferences.Sources;

/// <summary>
/// Draws pseudo-random SSRCs and ids from a seed (RFC 3550 section 8.1), and tracks those in use. The sequence is SplitMix64's (Steele,
/// Lea, Flood 2014).
/// </summary>
internal sealed class SourceIds(ulong seed)
{
    private readonly HashSet<uint> _used = [0], _drawn = [];
    private ulong _state = seed;

    /// <summary>Takes an id that is not in use.</summary>
    public uint Draw()
    {
        uint id;
        do
            id = Next();
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

    private uint Next()
    {
        _state += 0x9E37_79B9_7F4A_7C15;
        ulong mixed = _state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB;
        return (uint)(mixed ^ (mixed >> 31));
    }
}
