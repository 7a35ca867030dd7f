namespace Mongoose.Client.Downloads;

/// <summary>The parts in which viewers load a mesh: first its header, which says where the levels of detail are, then those.</summary>
public static class MeshRanges
{
    /// <summary>The range in which viewers expect the whole header (MESH_HEADER_SIZE in llmeshrepository.cpp).</summary>
    public static readonly ByteRange Header = new(0, 4095);

    /// <summary>From this length on, viewers load a part in a class of its own (LARGE_MESH_FETCH_THRESHOLD there).</summary>
    public const long LargeBytes = 2 * 1024 * 1024;

    /// <summary>A mesh has up to four levels of detail.</summary>
    private const int Levels = 4;

    /// <summary>
    /// The parts after the header. The true limits are in the header, which is not read here: the rest is divided into equal parts.
    /// </summary>
    /// <param name="size">The size of the mesh in bytes.</param>
    /// <returns>Up to four parts; none if the header's range holds the whole mesh.</returns>
    public static IReadOnlyList<ByteRange> AfterHeader(long size)
    {
        List<ByteRange> parts = [];
        long first = Header.Last!.Value + 1;
        for (int levels = Levels; levels > 0 && first < size; levels--)
        {
            long length = (size - first + levels - 1) / levels;
            parts.Add(new ByteRange(first, first + length - 1));
            first += length;
        }
        return parts;
    }
}
