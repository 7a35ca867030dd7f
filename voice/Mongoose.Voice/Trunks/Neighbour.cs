using Mongoose.Core.Units;

namespace Mongoose.Voice.Trunks;

/// <summary>The mixer behind a link, as it last described itself.</summary>
/// <param name="Link">The link's number.</param>
/// <param name="Hello">Its last hello.</param>
/// <param name="HeardAt">When that came.</param>
/// <param name="RunSince">When the first hello of that run came.</param>
internal readonly record struct Neighbour(int Link, Hello Hello, Instant HeardAt, Instant RunSince)
{
    public (uint Root, byte Cost, uint Mixer) Place => (Hello.Root, Hello.Cost, Hello.Mixer);

    /// <summary>Whether another link has heard the same id with a newer run: the mixer has restarted, and this description is of its run before.</summary>
    public bool IsOutdatedBy(in Neighbour other) => IsOtherRunOf(other) && HeardAt < other.RunSince;

    /// <summary>Whether two mixers with the same id run at the same time.</summary>
    public bool Duplicates(in Neighbour other) => IsOtherRunOf(other) && HeardAt >= other.RunSince && other.HeardAt >= RunSince;

    private bool IsOtherRunOf(in Neighbour other) => Hello.Mixer == other.Hello.Mixer && Hello.Run != other.Hello.Run;
}
