using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Schedules the notices of the sources sent to a neighbour: new sources at once, changed ones soon, all of them every few seconds, limited
/// in rate so that the line still carries the voices.
/// </summary>
internal sealed class NoticeBoard(ConferenceContext context)
{
    /// <summary>The maximum bytes of a packet of notices.</summary>
    public const int MaxBytes = 600;

    /// <summary>The time between two packets on average.</summary>
    private static readonly Duration Spacing = Duration.FromMilliseconds(100);

    /// <summary>How far ahead of the average rate notices of new voices, and of voices that leave a mix, may be sent.</summary>
    private static readonly Duration Burst = Duration.FromMilliseconds(300);

    /// <summary>How often all notices are repeated, if the rate allows it.</summary>
    private static readonly Duration Refresh = Duration.FromSeconds(2);

    private readonly List<SourceNotice> _notices = [];

    /// <summary>The index of each notice's voice; for a mix, the complement of its index.</summary>
    private readonly List<int> _voices = [];

    private Sent[] _sent = [];
    private Due[] _due = [];
    private Instant _nextAt = Instant.Zero;
    private int _turn;

    private enum Due
    {
        Not,

        /// <summary>The last notice is older than <see cref="Refresh"/>.</summary>
        Again,

        /// <summary>The notice has changed.</summary>
        Soon,

        /// <summary>The neighbour does not know the voice, or the voice leaves a mix with a changed notice.</summary>
        Now,
    }

    /// <summary>Writes a packet of notices about the streams of this frame.</summary>
    /// <returns>Its bytes; 0 if nothing is due.</returns>
    public int Write(Span<byte> datagram, ReadOnlySpan<Source> voices, StreamPlan plan, ReadOnlySpan<MixStream> mixes, Instant now)
    {
        bool isUrgent = FindDue(voices, plan, now);
        if (now + (isUrgent ? Burst : Duration.Zero) < _nextAt)
            return 0;
        _notices.Clear();
        _voices.Clear();
        Collect(voices, Due.Now);
        Collect(mixes, now);
        Collect(voices, Due.Soon);
        Collect(voices, Due.Again);
        int bytes = TrunkControl.Write(datagram[..MaxBytes], context.Self, CollectionsMarshal.AsSpan(_notices), out int written);
        if (written == 0)
            return 0;
        RecordSent(voices, plan, mixes, written, now);
        _nextAt = Instant.Max(now, _nextAt) + Spacing;
        return bytes;
    }

    /// <summary>Finds what is due; returns whether anything is due at once.</summary>
    private bool FindDue(ReadOnlySpan<Source> voices, StreamPlan plan, Instant now)
    {
        if (_due.Length < voices.Length)
            _due = new Due[2 * voices.Length];
        bool isUrgent = false;
        for (int i = 0; i < voices.Length; i++)
        {
            _due[i] = DueOf(voices[i], isAlone: plan.PlaceOf(i) is null, now);
            isUrgent |= _due[i] == Due.Now;
        }
        return isUrgent;
    }

    /// <summary>A voice in a mix has no position of its own, so its moves are not sent.</summary>
    private Due DueOf(Source voice, bool isAlone, Instant now)
    {
        ref Sent sent = ref voice.SlotIn(ref _sent);
        if (sent.Ssrc != voice.Ssrc)
            return Due.Now;
        bool comesOut = isAlone && !sent.IsAlone;
        sent.IsAlone &= isAlone;
        if (isAlone && sent.Version != voice.Version)
            return comesOut ? Due.Now : Due.Soon;
        return now - sent.At >= Refresh ? Due.Again : Due.Not;
    }

    /// <summary>Collects from where the last packet ended, so that the voices take turns.</summary>
    private void Collect(ReadOnlySpan<Source> voices, Due due)
    {
        for (int i = 0; i < voices.Length && _notices.Count < MaxBytes / NoticeFormat.FixedBytes; i++)
        {
            int voice = (_turn + i) % voices.Length;
            if (_due[voice] != due)
                continue;
            _notices.Add(voices[voice].ToNotice());
            _voices.Add(voice);
        }
    }

    private void Collect(ReadOnlySpan<MixStream> mixes, Instant now)
    {
        for (int i = 0; i < mixes.Length; i++)
        {
            if (mixes[i].Voices.Count == 0 || now < mixes[i].NoticeAt)
                continue;
            _notices.Add(mixes[i].ToNotice(context.Self));
            _voices.Add(~i);
        }
    }

    private void RecordSent(ReadOnlySpan<Source> voices, StreamPlan plan, ReadOnlySpan<MixStream> mixes, int written, Instant now)
    {
        foreach (int voice in CollectionsMarshal.AsSpan(_voices)[..written])
        {
            if (voice < 0)
            {
                mixes[~voice].NoticeAt = now + Refresh;
                continue;
            }
            Source of = voices[voice];
            _sent[of.Index] = new Sent(of.Ssrc, of.Version, now, IsAlone: plan.PlaceOf(voice) is null);
            _turn = voice + 1;
        }
    }

    private record struct Sent(uint Ssrc, long Version, Instant At, bool IsAlone);
}
