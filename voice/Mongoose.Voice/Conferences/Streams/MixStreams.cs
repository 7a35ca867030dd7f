using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Streams;

/// <summary>The mixes sent to a peer: one for each team, and one for all other voices.</summary>
internal sealed class MixStreams(SourceIds ids, AudioFormat format, OpusOptions options, ConversionTiming timing, Duration frame)
    : IDisposable
{
    /// <summary>A mix is removed, with its encoder, after this time without use.</summary>
    private static readonly Duration Unused = Duration.FromSeconds(60);

    /// <summary>With more mixes than this, unused ones are removed at once.</summary>
    private const int UsualMixes = 64;

    private readonly List<MixStream> _mixes = [];

    /// <summary>All mixes; valid until one is added or removed.</summary>
    public ReadOnlySpan<MixStream> All => CollectionsMarshal.AsSpan(_mixes);

    /// <summary>The mix of a team; an empty name is the mix of all other voices.</summary>
    public MixStream Of(string team, Instant now)
    {
        MixStream mix = Find(team) ?? Add(team);
        mix.UsedAt = now;
        return mix;
    }

    /// <summary>Begins a frame.</summary>
    public void Begin()
    {
        foreach (MixStream mix in _mixes)
            mix.Begin();
    }

    /// <summary>Removes the unused mixes of teams.</summary>
    public void GiveUpUnused(Instant now)
    {
        // Names of teams come from neighbours, and must not exhaust the memory.
        Duration unused = _mixes.Count > UsualMixes ? Duration.Zero : Unused;
        for (int i = _mixes.Count - 1; i >= 0; i--)
        {
            if (_mixes[i].Team.Length == 0 || now - _mixes[i].UsedAt <= unused)
                continue;
            ids.Release(_mixes[i].Ssrc);
            _mixes[i].Dispose();
            _mixes.RemoveAt(i);
        }
    }

    public void Dispose()
    {
        foreach (MixStream mix in _mixes)
            mix.Dispose();
    }

    private MixStream? Find(string team)
    {
        foreach (MixStream mix in _mixes)
        {
            if (mix.Team == team)
                return mix;
        }
        return null;
    }

    private MixStream Add(string team)
    {
        MixStream made = new(ids.Draw(), team, format, options, timing, frame);
        _mixes.Add(made);
        return made;
    }
}
