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
    private const int MaxTimedBytes = 150_000;

    /// <summary>
    /// The number of textures of each burst, in the order of <see cref="All"/>; empty: all are downloaded without a rest.
    /// </summary>
    public IReadOnlyList<int> Bursts { get; private init; } = [];

    /// <summary>The seed of the random part of the bursts.</summary>
    public long Seed { get; private init; }

    /// <param name="options">
    /// Whether the viewer downloads textures, the timed share of the bytes that can arrive, and the size of a burst.
    /// </param>
    /// <param name="library">The region's textures.</param>
    /// <param name="seed">The seed of the bursts, and of the order if a share is timed; otherwise the order is the library's.</param>
    /// <param name="record">The flow's record, for the time and the line's rate.</param>
    public static TextureOrder For(CircuitOptions options, IReadOnlyList<(Guid Id, int Bytes)> library, long seed, FlowRecord record)
    {
        if (!options.Textures)
            return new TextureOrder([], []);
        if (options.FirstTexturesShare == 0)
            return new TextureOrder(library.Select(texture => texture.Id).ToArray(), [])
            {
                Bursts = BurstsOf(library, options.TextureBurst),
                Seed = seed,
            };
        (Guid Id, int Bytes)[] shuffled = library.ToArray();
        new SeededRandom(seed, Stream).Shuffle<(Guid, int)>(shuffled);
        Guid[] first = Timed(shuffled, (long)(record.LimitOf(options).BytesIn(record.Length) * options.FirstTexturesShare));
        (Guid Id, int Bytes)[] all = [.. shuffled.OrderByDescending(texture => first.Contains(texture.Id))];
        return new TextureOrder(all.Select(texture => texture.Id).ToArray(), first)
        {
            Bursts = BurstsOf(all, options.TextureBurst),
            Seed = seed,
        };
    }

    private static List<int> BurstsOf(IEnumerable<(Guid Id, int Bytes)> textures, int burstBytes)
    {
        List<int> bursts = [];
        int left = 0;
        foreach ((_, int bytes) in burstBytes == 0 ? [] : textures)
        {
            if (bursts.Count == 0 || bytes > left)
            {
                bursts.Add(0);
                left = burstBytes;
            }
            bursts[^1]++;
            left -= bytes;
        }
        return bursts;
    }

    private static Guid[] Timed(IEnumerable<(Guid Id, int Bytes)> textures, long budget)
    {
        List<Guid> timed = [];
        foreach ((Guid id, int bytes) in textures)
        {
            if (bytes > Math.Min(budget, MaxTimedBytes))
                continue;
            timed.Add(id);
            budget -= bytes;
        }
        return timed.ToArray();
    }
}
