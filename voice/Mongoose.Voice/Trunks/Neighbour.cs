using Mongoose.Core.Units;

namespace Mongoose.Voice.Trunks;

/// <summary>The mixer at the other end of a link, from its last hello.</summary>
/// <param name="Link">The link's number.</param>
/// <param name="HeardAt">When that hello arrived.</param>
/// <param name="RunSince">When the first hello of its present run arrived.</param>
internal readonly record struct Neighbour(int Link, Hello Hello, Instant HeardAt, Instant RunSince)
{
    public (uint Root, byte Cost, uint Mixer) Place => (Hello.Root, Hello.Cost, Hello.Mixer);

    /// <summary>
    /// Whether another link has received the same id with a newer run: the mixer has restarted, and this hello is of its previous run.
    /// </summary>
    public bool IsOutdatedBy(in Neighbour other) => IsOtherRunOf(other) && HeardAt < other.RunSince;

    /// <summary>Whether two mixers with the same id run at the same time.</summary>
    public bool Duplicates(in Neighbour other) => IsOtherRunOf(other) && HeardAt >= other.RunSince && other.HeardAt >= RunSince;

    private bool IsOtherRunOf(in Neighbour other) => Hello.Mixer == other.Hello.Mixer && Hello.Run != other.Hello.Run;
}
