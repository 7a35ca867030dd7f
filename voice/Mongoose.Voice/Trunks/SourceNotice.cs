using System.Numerics;

namespace Mongoose.Voice.Trunks;

/// <summary>What a mixer says of a source to its neighbours.</summary>
/// <param name="Ssrc">The source's SSRC on this trunk.</param>
/// <param name="Origin">The mixer to which its speaker belongs: with <paramref name="OriginSsrc"/> its identity in the whole tree.</param>
/// <param name="OriginSsrc">Its SSRC there.</param>
/// <param name="Name">Its name, at most 63 bytes in UTF-8; may be empty. The rest of a longer one is not written.</param>
/// <param name="Team">The team that it belongs to, at most 63 bytes; may be empty. The rest of a longer one is not written.</param>
/// <param name="Position">Its position in metres; null if it has none.</param>
/// <param name="Score">Its importance in dB, besides its loudness; finite.</param>
/// <param name="IsPinned">Whether it is to be alone before all others.</param>
/// <param name="IsMix">Whether it is a mix.</param>
internal sealed record SourceNotice(
    uint Ssrc, uint Origin, uint OriginSsrc, string Name, string Team, Vector3? Position, float Score, bool IsPinned, bool IsMix)
{
    /// <summary>The most bytes of a name and of a team.</summary>
    public const int MostNameBytes = 63;
}
