using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Selection;

/// <summary>
/// Decides which active sources are sent alone, and which are mixed: with M active sources and n slots, all alone if n is at least M,
/// otherwise n - 1 alone and one mix of the others (paper, section 3.2).
/// <para>
/// Pinned sources come first, then those with the highest score. A source that is alone keeps its slot for <see cref="KeepTime"/>, and a
/// challenger takes it only if its score is higher by <see cref="Margin"/> for <see cref="ChallengeTime"/>. A new voice starts in the mix,
/// so nothing of it is lost. Silent sources take no slot.
/// </para>
/// <para>
/// Challengers replace the weakest holder of a slot; pinned ones do so at once if it is not pinned. When there are fewer slots, the weakest
/// holders enter the mix at once; when there are more, the strongest sources leave it at once. Of equal scores, the lower id is the
/// stronger.
/// </para>
/// <para>Not thread-safe; remembers only the sources of the last call, and allocates nothing after it has grown to its working size.</para>
/// </summary>
internal sealed class SourceSelector
{
    /// <summary>Score in dB by which a challenger must exceed a source that has a slot.</summary>
    public const double Margin = 6;

    public static readonly Duration ChallengeTime = Duration.FromMilliseconds(300), KeepTime = Duration.FromSeconds(2);

    private const int FirstSources = 16;

    /// <summary>The sources of this call and of the call before, in the order of their ids.</summary>
    private Source[] _sources = new Source[FirstSources], _before = new Source[FirstSources];
    private uint[] _ids = new uint[FirstSources];
    private int _count;

    /// <summary>Assigns the sources of one packet interval.</summary>
    /// <param name="sources">
    /// The active sources, in any order, with different ids; receives each source's <see cref="ActiveSource.IsAlone"/>.
    /// </param>
    /// <param name="slots">n, the streams that may be sent; less than 1 counts as 1.</param>
    public void Select(Span<ActiveSource> sources, int slots, Instant now)
    {
        Enter(sources, now);
        Resize(sources.Length <= slots ? sources.Length : Math.Max(slots, 1) - 1, now);
        PreferPinned(now);
        Challenge(now);
        foreach (ref Source source in Present)
            sources[source.Index].IsAlone = source.IsAlone;
    }

    private Span<Source> Present => _sources.AsSpan(0, _count);

    /// <summary>Begins a call: sources of the previous call keep their state.</summary>
    private void Enter(ReadOnlySpan<ActiveSource> sources, Instant now)
    {
        MakeRoom(sources.Length);
        (_sources, _before) = (_before, _sources);
        ReadOnlySpan<Source> before = _before.AsSpan(0, _count);
        _count = sources.Length;
        for (int i = 0; i < sources.Length; i++)
            (_ids[i], _sources[i]) = (sources[i].Id, new Source(sources[i], i));
        _ids.AsSpan(0, _count).Sort(Present);
        foreach (ref Source source in Present)
        {
            while (before.Length > 0 && before[0].Id < source.Id)
                before = before[1..];
            if (before.Length > 0 && before[0].Id == source.Id)
                source.Continue(before[0], now);
        }
    }

    private void MakeRoom(int sources)
    {
        if (sources <= _ids.Length)
            return;
        int length = Math.Max(sources, 2 * _ids.Length);
        Array.Resize(ref _sources, length);
        Array.Resize(ref _before, length);
        Array.Resize(ref _ids, length);
    }

    /// <summary>Takes slots from the weakest holders, or gives free slots to the strongest sources.</summary>
    private void Resize(int slots, Instant now)
    {
        int alone = 0;
        foreach (ref readonly Source source in Present)
            alone += source.IsAlone ? 1 : 0;
        for (; alone > slots; alone--)
            _sources[Weakest()].Mix();
        for (; alone < slots; alone++)
            _sources[Strongest(Instant.Never)].Separate(now);
    }

    private void PreferPinned(Instant now)
    {
        while (Weakest() is >= 0 and int weakest && !_sources[weakest].IsPinned
            && Strongest(Instant.Never) is >= 0 and int strongest && _sources[strongest].IsPinned)
            Replace(weakest, strongest, now);
    }

    /// <summary>
    /// Tracks which sources exceed the weakest holder; those that have done so for <see cref="ChallengeTime"/> replace it.
    /// </summary>
    private void Challenge(Instant now)
    {
        int weakest = Weakest();
        if (weakest < 0)
            return;
        foreach (ref Source source in Present)
            source.ExceedsSince = source.Exceeds(_sources[weakest]) ? Instant.Min(source.ExceedsSince, now) : Instant.Never;
        for (int strongest; (strongest = Strongest(now - ChallengeTime)) >= 0; weakest = Weakest())
        {
            if (now - _sources[weakest].AloneSince < KeepTime || !_sources[strongest].Exceeds(_sources[weakest]))
                return;
            Replace(weakest, strongest, now);
        }
    }

    private void Replace(int weakest, int strongest, Instant now)
    {
        _sources[weakest].Mix();
        _sources[strongest].Separate(now);
    }

    /// <summary>The weakest source that is alone; -1 if there is none.</summary>
    private int Weakest()
    {
        int weakest = -1;
        for (int i = 0; i < _count; i++)
        {
            if (_sources[i].IsAlone && (weakest < 0 || _sources[weakest].IsStrongerThan(_sources[i])))
                weakest = i;
        }
        return weakest;
    }

    /// <summary>
    /// The strongest source in the mix that has exceeded the weakest holder since <paramref name="since"/> or longer; -1 if there is none.
    /// With <see cref="Instant.Never"/> the strongest of all in the mix.
    /// </summary>
    private int Strongest(Instant since)
    {
        int strongest = -1;
        for (int i = 0; i < _count; i++)
        {
            ref readonly Source source = ref _sources[i];
            if (!source.IsAlone && source.ExceedsSince <= since && (strongest < 0 || source.IsStrongerThan(_sources[strongest])))
                strongest = i;
        }
        return strongest;
    }

    /// <summary>A source of this call.</summary>
    private struct Source(in ActiveSource source, int index)
    {
        public readonly uint Id = source.Id;
        public readonly int Index = index;
        public readonly bool IsPinned = source.IsPinned;
        private readonly double _score = double.IsNaN(source.Score) ? double.NegativeInfinity : source.Score;
        public bool IsAlone = false;

        /// <summary>When it got its slot.</summary>
        public Instant AloneSince = Instant.Never;

        /// <summary>
        /// Since when it has exceeded the weakest holder without interruption; <see cref="Instant.Never"/> if it does not.
        /// </summary>
        public Instant ExceedsSince = Instant.Never;

        public void Continue(in Source before, Instant now) => (IsAlone, AloneSince, ExceedsSince) =
            (before.IsAlone, Instant.Min(before.AloneSince, now), before.ExceedsSince);

        public void Separate(Instant now) => (IsAlone, AloneSince, ExceedsSince) = (true, now, Instant.Never);

        public void Mix() => (IsAlone, ExceedsSince) = (false, Instant.Never);

        public readonly bool IsStrongerThan(in Source other) =>
            IsPinned != other.IsPinned ? IsPinned : _score != other._score ? _score > other._score : Id < other.Id;

        /// <summary>Whether it may replace a holder after some time. Infinite scores of equal sign do not exceed each other.</summary>
        public readonly bool Exceeds(in Source holder) => !IsAlone && IsPinned == holder.IsPinned && _score - holder._score >= Margin;
    }
}

/// <summary>A source that has audio to send.</summary>
/// <param name="Id">The source's identity, such as an SSRC.</param>
/// <param name="Score">The source's importance to the listener, in dB.</param>
/// <param name="IsPinned">Whether it has priority over all sources that are not pinned.</param>
internal record struct ActiveSource(uint Id, double Score, bool IsPinned)
{
    /// <summary>Whether it is sent alone; otherwise it is in the mix.</summary>
    public bool IsAlone { get; set; }
}
