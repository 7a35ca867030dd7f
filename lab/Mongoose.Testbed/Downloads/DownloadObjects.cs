using Mongoose.Client.Downloads;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Downloads;

/// <summary>
/// The objects that flows of downloads ask for. Their sizes are published in docs/reference/scenario-keys.md; all sizes of a class are
/// equally frequent.
/// </summary>
internal static class DownloadObjects
{
    private const int Kilobyte = 1000;

    /// <summary>Objects of each size, which differ in their UUIDs.</summary>
    private const int Copies = 4;

    private static readonly int[] Textures = [4, 8, 12, 20, 30, 45, 65, 90, 130, 190, 300, 600];

    private static readonly int[] Meshes = [5, 8, 16, 32, 64, 120, 250, 500];

    private static readonly int[] Assets = [2, 5, 10, 25, 60, 150];

    /// <summary>All objects of all classes.</summary>
    public static IReadOnlyList<DownloadObject> All { get; } =
        [.. AllOf(DownloadClass.Texture), .. AllOf(DownloadClass.Mesh), .. AllOf(DownloadClass.Asset)];

    /// <summary>The sizes of a class in kB of 1000 bytes, ascending.</summary>
    public static IReadOnlyList<int> KilobytesOf(DownloadClass kind) => kind switch
    {
        DownloadClass.Texture => Textures,
        DownloadClass.Mesh => Meshes,
        DownloadClass.Asset => Assets,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };

    /// <summary>Draws an object of a class.</summary>
    public static DownloadObject Draw(DownloadClass kind, SeededRandom random) =>
        Of(kind, random.Next(KilobytesOf(kind).Count), random.Next(Copies));

    private static IEnumerable<DownloadObject> AllOf(DownloadClass kind) =>
        from size in Enumerable.Range(0, KilobytesOf(kind).Count)
        from copy in Enumerable.Range(0, Copies)
        select Of(kind, size, copy);

    private static DownloadObject Of(DownloadClass kind, int size, int copy) =>
        new(kind, new Guid(0x646f776e, (short)kind, (short)size, [0x4d, 0x67, 0, 0, 0, 0, 0, (byte)copy]),
            KilobytesOf(kind)[size] * Kilobyte);
}
