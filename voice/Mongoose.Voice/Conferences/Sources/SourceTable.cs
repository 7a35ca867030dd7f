using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>All sources of a conference, by their peer and their SSRC there.</summary>
internal sealed class SourceTable(Duration frame, SourceIds ids, Func<AudioFormat, AudioDecoder> decoder)
{
    private readonly Dictionary<(int Peer, uint Ssrc), Source> _byPeer = [];
    private readonly List<Source> _sources = [];
    private readonly Stack<int> _freeIndices = [];

    /// <summary>All sources; valid until one is added or removed.</summary>
    public ReadOnlySpan<Source> All => CollectionsMarshal.AsSpan(_sources);

    public Source? Find(int peer, uint ssrc) => _byPeer.GetValueOrDefault((peer, ssrc));

    public Source Add(int peer, uint ssrc, Instant now)
    {
        int index = _freeIndices.TryPop(out int free) ? free : _sources.Count;
        Source source = new(index, peer, ssrc, ids.Take(ssrc), frame, decoder, now);
        _byPeer.Add((peer, ssrc), source);
        _sources.Add(source);
        return source;
    }

    public void Remove(Source source)
    {
        _byPeer.Remove((source.Peer, source.PeerSsrc));
        _sources.Remove(source);
        ids.Release(source.Ssrc);
        _freeIndices.Push(source.Index);
        source.Dispose();
    }

    /// <summary>Sources of a peer.</summary>
    public int CountOf(int peer)
    {
        int count = 0;
        foreach (Source source in All)
            count += source.Peer == peer ? 1 : 0;
        return count;
    }

    /// <summary>The source of a peer that has been silent for longest.</summary>
    public Source? SilentLongest(int peer)
    {
        Source? silent = null;
        foreach (Source source in All)
        {
            if (source.Peer == peer && (silent is null || source.HeardAt < silent.HeardAt))
                silent = source;
        }
        return silent;
    }

    /// <summary>Links all sources that have a person's name to that person.</summary>
    public void Link(Person person)
    {
        foreach (Source source in All)
        {
            if (source.Name != person.Name || source.Person == person)
                continue;
            source.Person = person;
            source.NoticeVersion++;
        }
    }

    /// <summary>
    /// Whether the same voice also comes from another peer, so that this source is not used. The path in use stays in use until its audio
    /// stops.
    /// </summary>
    public bool HasOtherWay(Source source, Instant now)
    {
        if (source.Origin == default)
            return false;
        foreach (Source other in All)
        {
            if (other.Origin == source.Origin && other.Peer != source.Peer && !other.IsDuplicate && !other.IsEcho && other.IsHeardAt(now))
                return true;
        }
        return false;
    }
}
