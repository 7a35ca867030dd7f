using Mongoose.Client.Downloads;

namespace Mongoose.Testbed.Downloads;

/// <summary>An object that viewers download.</summary>
/// <param name="Class">The class of connections that loads it.</param>
/// <param name="Id">The asset's UUID in the testbed's OpenSimulators.</param>
/// <param name="Bytes">The object's size.</param>
internal sealed record DownloadObject(DownloadClass Class, Guid Id, int Bytes)
{
    /// <summary>The first request of viewers: the header of a mesh, or the whole of another object.</summary>
    public ByteRange? FirstPart => Class switch
    {
        DownloadClass.Mesh => MeshRanges.Header,
        DownloadClass.Texture => ByteRange.Whole,
        _ => null,
    };

    /// <summary>The bytes of a part.</summary>
    public int BytesOf(ByteRange? part) =>
        part is { } range ? (int)(Math.Min(range.Last ?? long.MaxValue, Bytes - 1) - range.First + 1) : Bytes;
}
