using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Streams;

/// <summary>
/// Divides voices into units that are alone or mixed as a whole. Each voice is a unit; if there are more voices than streams, whole teams
/// become units, the largest first, until the units fit. Pinned voices remain units of their own.
/// </summary>
internal sealed class VoiceGroups
{
    private readonly Dictionary<string, int> _members = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _unitOfTeam = new(StringComparer.Ordinal);
    private readonly List<string> _teams = [];
    private readonly Comparison<string> _byMembers;
    private int[] _units = [];

    public VoiceGroups() => _byMembers = (a, b) => _members[a] != _members[b] ? _members[b] - _members[a] : string.CompareOrdinal(a, b);

    /// <summary>The number of units.</summary>
    public int Count { get; private set; }

    /// <summary>The unit of each voice, in the order of the voices.</summary>
    public ReadOnlySpan<int> Units => _units;

    /// <summary>Divides the voices of a frame.</summary>
    public void Divide(ReadOnlySpan<Source> voices, int streams)
    {
        if (_units.Length < voices.Length)
            _units = new int[2 * voices.Length];
        _unitOfTeam.Clear();
        Count = 0;
        if (voices.Length > streams)
            ChooseTeams(voices, streams);
        for (int i = 0; i < voices.Length; i++)
            _units[i] = UnitOf(voices[i]);
    }

    /// <summary>Whether a voice is in the unit of its team.</summary>
    public bool IsInTeam(Source voice) => HasTeam(voice) && _unitOfTeam.ContainsKey(voice.Team);

    private void ChooseTeams(ReadOnlySpan<Source> voices, int streams)
    {
        CountMembers(voices);
        int units = voices.Length;
        foreach (string team in _teams)
        {
            if (units <= streams || _members[team] < 2)
                return;
            _unitOfTeam.Add(team, -1);
            units -= _members[team] - 1;
        }
    }

    private void CountMembers(ReadOnlySpan<Source> voices)
    {
        _members.Clear();
        _teams.Clear();
        foreach (Source voice in voices)
        {
            if (!HasTeam(voice))
                continue;
            if (_members.TryAdd(voice.Team, 0))
                _teams.Add(voice.Team);
            _members[voice.Team]++;
        }
        if (_teams.Count > 1)
            _teams.Sort(_byMembers);
    }

    private int UnitOf(Source voice)
    {
        if (!IsInTeam(voice))
            return Count++;
        int unit = _unitOfTeam[voice.Team];
        return unit >= 0 ? unit : _unitOfTeam[voice.Team] = Count++;
    }

    private static bool HasTeam(Source voice) => voice.Team.Length > 0 && !voice.IsPinned;
}
