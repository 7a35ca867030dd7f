using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Mixing.Selection;

namespace Mongoose.Voice.Conferences.Streams;

/// <summary>
/// Decides for one peer and frame which voices are alone and which are in which mix: that of their team, or that of all others. Each voice
/// is in exactly one place; trunks cross-fade a voice in the frame in which it changes over.
/// </summary>
/// <param name="mixes">The mixes for this peer.</param>
internal sealed class StreamPlan(MixStreams mixes)
{
    private readonly SourceSelector _selector = new();
    private readonly VoiceGroups _groups = new();
    private ActiveSource[] _units = [];
    private MixStream?[] _places = [];
    private PlaceBefore[] _before = [];
    private long _frame;

    public MixStreams Mixes => mixes;

    /// <summary>Voices that are alone in this frame.</summary>
    public int Alone { get; private set; }

    /// <summary>Voices in mixes in this frame.</summary>
    public int Mixed { get; private set; }

    /// <summary>Assigns the voices of a frame.</summary>
    /// <param name="streams">The streams that may be sent, at least 1.</param>
    /// <param name="listener">The listener's position, if the peer is a listener with one.</param>
    public void Assign(ReadOnlySpan<Source> voices, int streams, Vector3? listener, Instant now)
    {
        _groups.Divide(voices, streams);
        if (_units.Length < _groups.Count)
            _units = new ActiveSource[2 * _groups.Count];
        Span<ActiveSource> units = _units.AsSpan(0, _groups.Count);
        Describe(voices, units, listener, now);
        _selector.Select(units, streams, now);
        Place(voices, units, now);
    }

    /// <summary>The mix in which a voice is; null if it is alone.</summary>
    /// <param name="voice">The voice's index among the voices of this frame.</param>
    public MixStream? PlaceOf(int voice) => _places[voice];

    /// <summary>Finds the place of a voice in the previous frame.</summary>
    /// <param name="mix">The mix; null if it was alone.</param>
    /// <returns>Whether it was active in the previous frame.</returns>
    public bool WasHeard(Source voice, out MixStream? mix)
    {
        PlaceBefore before = voice.SlotIn(ref _before);
        mix = before.Mix;
        return before.Ssrc == voice.Ssrc && before.Frame == _frame - 1;
    }

    /// <summary>Ends the frame: keeps its places for the next one.</summary>
    public void End(ReadOnlySpan<Source> voices)
    {
        for (int i = 0; i < voices.Length; i++)
            voices[i].SlotIn(ref _before) = new PlaceBefore(voices[i].Ssrc, _frame, _places[i]);
        _frame++;
    }

    private void Describe(ReadOnlySpan<Source> voices, Span<ActiveSource> units, Vector3? listener, Instant now)
    {
        units.Fill(new ActiveSource(0, double.NegativeInfinity, false));
        for (int i = 0; i < voices.Length; i++)
        {
            Source voice = voices[i];
            ref ActiveSource unit = ref units[_groups.Units[i]];
            uint id = _groups.IsInTeam(voice) ? mixes.Of(voice.Team, now).Ssrc : voice.Ssrc;
            unit = new ActiveSource(id, Math.Max(unit.Score, ScoreOf(voice, listener)), voice.IsPinned);
        }
    }

    private static double ScoreOf(Source voice, Vector3? listener) => voice.Loudness + voice.Score
        + (listener is { } ears && voice.Position is { } mouth ? Panorama.DistanceDecibels(Vector3.Distance(ears, mouth)) : 0);

    private void Place(ReadOnlySpan<Source> voices, ReadOnlySpan<ActiveSource> units, Instant now)
    {
        if (_places.Length < voices.Length)
            _places = new MixStream?[2 * voices.Length];
        (Alone, Mixed) = (0, 0);
        for (int i = 0; i < voices.Length; i++)
        {
            bool isAlone = units[_groups.Units[i]].IsAlone;
            _places[i] = !isAlone ? mixes.Of("", now) : _groups.IsInTeam(voices[i]) ? mixes.Of(voices[i].Team, now) : null;
            if (_places[i] is null)
                Alone++;
            else
                Mixed++;
        }
    }

    private readonly record struct PlaceBefore(uint Ssrc, long Frame, MixStream? Mix);
}
