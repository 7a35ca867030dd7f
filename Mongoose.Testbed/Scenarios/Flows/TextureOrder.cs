using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The textures that a viewer downloads.</summary>
/// <param name="All">All textures in the order of the viewer's requests.</param>
/// <param name="First">The first textures of that order, whose download is timed; may be empty.</param>
internal sealed record TextureOrder(IReadOnlyList<Guid> All, IReadOnlyList<Guid> First)
{
    /// <summary>The random number stream of the order, separate from those of links and flows.</summary>
    private const long Stream = 100;

    /// <summary>Larger textures are not timed, because one of them could use up the whole share.</summary>
    private const int LargestTimedBytes = 150_000;

    /// <param name="options">Whether the viewer downloads textures, and which share of what can arrive is timed.</param>
    /// <param name="library">The region's textures.</param>
    /// <param name="seed">The seed of the order if a share is timed; otherwise the order is the library's.</param>
    /// <param name="record">The flow's record, for the time and the line's rate.</param>
    public static TextureOrder For(CircuitOptions options, IReadOnlyList<(Guid Id, int Bytes)> library, long seed, FlowRecord record)
    {
        if (!options.Textures)
            return new TextureOrder([], []);
        if (options.FirstTexturesShare == 0)
            return new TextureOrder(library.Select(texture => texture.Id).ToArray(), []);
        (Guid Id, int Bytes)[] shuffled = library.ToArray();
        new SeededRandom(seed, Stream).Shuffle<(Guid, int)>(shuffled);
        Guid[] first = Timed(shuffled, (long)(record.LimitOf(options).BytesIn(record.Length) * options.FirstTexturesShare));
        return new TextureOrder([.. first, .. shuffled.Select(texture => texture.Id).Except(first)], first);
    }

    private static Guid[] Timed(IEnumerable<(Guid Id, int Bytes)> textures, long budget)
    {
        List<Guid> timed = [];
        foreach ((Guid id, int bytes) in textures)
        {
            if (bytes > Math.Min(budget, LargestTimedBytes))
                continue;
            timed.Add(id);
            budget -= bytes;
        }
        return timed.ToArray();
    }
}
