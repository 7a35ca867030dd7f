using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The textures that a viewer downloads.</summary>
/// <param name="All">In the order in which it asks for them.</param>
/// <param name="First">Those at the head whose download is timed; may be empty.</param>
internal sealed record TextureOrder(IReadOnlyList<Guid> All, IReadOnlyList<Guid> First)
{
    /// <summary>The stream of random numbers that the order is drawn from: apart from those of links and flows.</summary>
    private const long Stream = 100;

    /// <summary>Larger textures are not timed: one could take the whole share.</summary>
    private const int LargestTimedBytes = 150_000;

    /// <param name="options">Whether it downloads, and which share of what can arrive is timed.</param>
    /// <param name="library">What the region has.</param>
    /// <param name="seed">Of the order when a share is timed; otherwise the order is the library's.</param>
    /// <param name="record">Gives the time and the line's rate.</param>
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
