namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Textures by id. Only their sizes matter; the default approximates the sizes of OpenSim's own texture set: 139 textures with 10.2 MB in
/// total, six of 393 kB, 34 of 100 kB or more, median 46 kB.
/// </summary>
internal sealed class TextureLibrary
{
    // (count, size of the smallest in bytes, size of the largest), evenly spaced in between.
    private static readonly (int Count, int Min, int Max)[] Outline =
    [
        (6, 393_000, 393_000),
        (28, 100_000, 150_000),
        (35, 47_000, 90_000),
        (70, 2_000, 46_000),
    ];

    public static readonly TextureLibrary Default = new(DefaultSizes());

    private readonly Dictionary<Guid, int> _sizes = [];
    private readonly List<Guid> _ids = [];

    /// <param name="sizes">Size of each texture in bytes, at least 1.</param>
    public TextureLibrary(IEnumerable<int> sizes)
    {
        foreach (int bytes in sizes)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(bytes, 1, nameof(sizes));
            Guid id = new(_ids.Count + 1, 0x4D6F, 0x4E67, [0, 0, 0, 0, 0, 0, 0, 0]);
            _ids.Add(id);
            _sizes.Add(id, bytes);
        }
    }

    public IReadOnlyList<Guid> Ids => _ids;

    /// <summary>Textures with their sizes, in the order of <see cref="Ids"/>.</summary>
    public IReadOnlyList<(Guid Id, int Bytes)> Textures => _ids.Select(id => (id, _sizes[id])).ToArray();

    /// <exception cref="KeyNotFoundException">The library has no such texture.</exception>
    public int SizeOf(Guid id) => _sizes[id];

    public bool TryGetSize(Guid id, out int bytes) => _sizes.TryGetValue(id, out bytes);

    private static IEnumerable<int> DefaultSizes() =>
        from row in Outline
        from i in Enumerable.Range(0, row.Count)
        select row.Min + (row.Max - row.Min) * i / Math.Max(1, row.Count - 1);
}
