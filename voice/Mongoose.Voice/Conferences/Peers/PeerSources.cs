using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>The sources that come from one peer; a limited number.</summary>
/// <param name="context">The conference's parts.</param>
/// <param name="peer">The peer.</param>
/// <param name="most">The most sources.</param>
internal sealed class PeerSources(ConferenceContext context, int peer, int most)
{
    /// <summary>A source that has been silent for this long is gone.</summary>
    private static readonly Duration Lifetime = Duration.FromSeconds(30);

    /// <summary>A source that has been silent for this long gives way to a new one if there are too many.</summary>
    private static readonly Duration ReplaceableAfter = Duration.FromMilliseconds(500);

    /// <summary>Is called before a source is removed.</summary>
    public Action<Source>? Removing { get; set; }

    /// <summary>The source of an SSRC, if it is known.</summary>
    public Source? Find(uint ssrc) => context.Sources.Find(peer, ssrc);

    /// <summary>The source of an SSRC; a new one if there is room for it, otherwise null.</summary>
    public Source? Of(uint ssrc, Instant now)
    {
        if (Find(ssrc) is { } known)
            return known;
        if (context.Sources.CountOf(peer) >= most && !TryMakeRoom(now))
            return null;
        return context.Sources.Add(peer, ssrc, now);
    }

    /// <summary>A source has said goodbye. It is kept for a moment, since its last packets are still to be played.</summary>
    public static void End(Source source, Instant now) => source.HeardAt = Instant.Min(source.HeardAt, now - Lifetime + Duration.FromSeconds(2));

    /// <summary>Removes the sources that have been silent for long.</summary>
    public void RemoveSilent(Instant now)
    {
        while (context.Sources.LongestSilentOf(peer) is { } source && now - source.HeardAt > Lifetime)
            Remove(source);
    }

    private bool TryMakeRoom(Instant now)
    {
        if (context.Sources.LongestSilentOf(peer) is not { } silent || now - silent.HeardAt < ReplaceableAfter)
            return false;
        Remove(silent);
        return true;
    }

    private void Remove(Source source)
    {
        Removing?.Invoke(source);
        context.Sources.Remove(source);
    }
}
