using System.Numerics;

namespace Mongoose.Voice.Trunks;

/// <summary>A mixer's description of a source for its neighbours.</summary>
/// <param name="Ssrc">The source's SSRC on this trunk.</param>
/// <param name="Origin">
/// The mixer to which its speaker is connected; together with <paramref name="OriginSsrc"/> it identifies the source in the whole tree.
/// </param>
/// <param name="OriginSsrc">The source's SSRC at that mixer.</param>
/// <param name="Name">The source's name, at most 63 bytes in UTF-8; may be empty. A longer one is cut.</param>
/// <param name="Team">The source's team, at most 63 bytes; may be empty. A longer one is cut.</param>
/// <param name="Position">The source's position in metres; null if it has none.</param>
/// <param name="Score">The source's importance in dB, added to its loudness; finite.</param>
/// <param name="IsPinned">Whether it has priority over all sources that are not pinned.</param>
internal sealed record SourceNotice(
    uint Ssrc, uint Origin, uint OriginSsrc, string Name, string Team, Vector3? Position, float Score, bool IsPinned, bool IsMix)
{
    /// <summary>The maximum bytes of a name and of a team.</summary>
    public const int MaxNameBytes = 63;
}
