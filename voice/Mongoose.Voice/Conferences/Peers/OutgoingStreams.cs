using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Feedback;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// The streams to one client. A paused stream keeps its sequence numbers, because receivers treat lower ones as old packets. If the client
/// itself uses the SSRC of a voice, its stream gets another one (RFC 3550 section 8.2).
/// </summary>
/// <param name="clockRate">Ticks of the timestamps per second.</param>
internal sealed class OutgoingStreams(int clockRate, SourceIds ids)
{
    /// <summary>With more streams than this, the one with the longest pause is removed.</summary>
    private const int MaxStreams = 2048;

    private readonly Dictionary<uint, OutgoingStream> _byVoice = [];
    private readonly HashSet<uint> _taken = [];

    /// <summary>All streams, including paused ones.</summary>
    public Dictionary<uint, OutgoingStream>.ValueCollection All => _byVoice.Values;

    /// <summary>The numbers of the packets that were sent in each stream.</summary>
    public NumberMap Numbers { get; } = new();

    /// <summary>The stream of a voice, or of a mix.</summary>
    /// <param name="voice">The voice's SSRC.</param>
    public OutgoingStream Of(uint voice)
    {
        if (_byVoice.TryGetValue(voice, out OutgoingStream? known))
            return known;
        if (_byVoice.Count >= MaxStreams)
            Remove(_byVoice.MinBy(stream => stream.Value.SentAt).Key);
        OutgoingStream made = new(_taken.Contains(voice) ? ids.Draw() : voice, clockRate);
        _byVoice.Add(voice, made);
        return made;
    }

    /// <summary>The stream of a voice, if it was ever sent.</summary>
    public OutgoingStream? Find(uint voice) => _byVoice.GetValueOrDefault(voice);

    /// <summary>The stream with an SSRC; null if there is none.</summary>
    public OutgoingStream? WithSsrc(uint ssrc)
    {
        if (_byVoice.TryGetValue(ssrc, out OutgoingStream? usual) && usual.Rtp.Ssrc == ssrc)
            return usual;
        foreach (OutgoingStream stream in _byVoice.Values)
        {
            if (stream.Rtp.Ssrc == ssrc)
                return stream;
        }
        return null;
    }

    /// <summary>Reserves an SSRC that the client itself uses.</summary>
    public void Leave(uint ssrc)
    {
        if (_taken.Count >= MaxStreams)
            _taken.Clear();
        _taken.Add(ssrc);
        if (WithSsrc(ssrc) is not null)
            Remove(ssrc);
    }

    private void Remove(uint voice)
    {
        if (!_byVoice.Remove(voice, out OutgoingStream? removed))
            return;
        Numbers.Remove(removed.Rtp.Ssrc);
        if (removed.Rtp.Ssrc != voice)
            ids.Release(removed.Rtp.Ssrc);
    }
}
