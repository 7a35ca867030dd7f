using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Selection;

/// <summary>
/// Decides which of the active sources are sent alone, and which are mixed: with M active sources and n slots, all alone if n is at least M, otherwise
/// n - 1 alone and one mix of the others (paper, section 3.2).
/// <para>
/// Pinned sources come first, then those with the highest score. A source that is alone keeps its slot for <see cref="KeepTime"/>, and a challenger takes
/// it only if its score is higher by <see cref="Margin"/> for <see cref="ChallengeTime"/>. A new voice is in the mix, so nothing of it is lost. Sources that are
/// silent take no slot.
/// </para>
/// </summary>
public sealed class SourceSelector
{
    /// <summary>Score in dB by which a challenger must exceed a source that has a slot.</summary>
    public const double Margin = 6;

    public static readonly Duration ChallengeTime = Duration.FromMilliseconds(300), KeepTime = Duration.FromSeconds(2);

    /// <summary>Assigns the sources of one packet interval.</summary>
    /// <param name="sources">The active sources, by any order; each is given its <see cref="ActiveSource.IsAlone"/>.</param>
    /// <param name="slots">n, at least 1: the streams that may be sent.</param>
    /// <param name="now">The time.</param>
    public void Select(Span<ActiveSource> sources, int slots, Instant now) => throw new NotImplementedException();
}

/// <summary>A source that has audio to send.</summary>
/// <param name="Id">Its identity, such as an SSRC.</param>
/// <param name="Score">How much it matters to the listener, in dB.</param>
/// <param name="IsPinned">Whether it is to be alone before all others.</param>
public record struct ActiveSource(uint Id, double Score, bool IsPinned)
{
    /// <summary>Whether it is sent alone; otherwise it is in the mix.</summary>
    public bool IsAlone { get; set; }
}
