using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>The sources of one peer; their number is limited.</summary>
/// <param name="maxSources">The maximum number of sources.</param>
internal sealed class PeerSources(ConferenceContext context, int peer, int maxSources)
{
    /// <summary>A source is removed after this time of silence.</summary>
    private static readonly Duration Lifetime = Duration.FromSeconds(30);

    /// <summary>After this time of silence, a new source may replace a source if the peer has the maximum number.</summary>
    private static readonly Duration ReplaceableAfter = Duration.FromMilliseconds(500);

    /// <summary>Called before a source is removed.</summary>
    public Action<Source>? Removing { get; set; }

    /// <summary>The source of an SSRC; null if it is unknown.</summary>
    public Source? Find(uint ssrc) => context.Sources.Find(peer, ssrc);

    /// <summary>The source of an SSRC; a new one if there is room for it, otherwise null.</summary>
    public Source? Of(uint ssrc, Instant now) => Find(ssrc)
        ?? (context.Sources.CountOf(peer) < maxSources || TryMakeRoom(now) ? context.Sources.Add(peer, ssrc, now) : null);

    /// <summary>Ends a source that has said goodbye, two seconds later: its last packets are still queued for playout.</summary>
    public static void End(Source source, Instant now) => source.HeardAt =
        Instant.Min(source.HeardAt, now - Lifetime + Duration.FromSeconds(2));

    /// <summary>Removes silent sources after their <see cref="Lifetime"/>.</summary>
    public void RemoveSilent(Instant now)
    {
        while (context.Sources.SilentLongest(peer) is { } source && now - source.HeardAt > Lifetime)
            Remove(source);
    }

    private bool TryMakeRoom(Instant now)
    {
        if (context.Sources.SilentLongest(peer) is not { } silent || now - silent.HeardAt < ReplaceableAfter)
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
