using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>A voice, or another mixer's mix, received from a peer.</summary>
internal sealed class Source(
    int index, int peer, uint peerSsrc, uint ssrc, Duration frame, Func<AudioFormat, AudioDecoder> decoder, Instant now) : IDisposable
{
    /// <summary>A voice that is quieter than this, in -dBov, is silent.</summary>
    private const byte QuietLevel = 60;

    /// <summary>How long a voice is still sent after it has become silent, so that the ends of words are not cut.</summary>
    private static readonly Duration Hangover = Duration.FromMilliseconds(200);

    /// <summary>After this time without audio, a voice may be taken from another peer that also sends it.</summary>
    private static readonly Duration Gone = Duration.FromMilliseconds(100);

    /// <summary>The time constant of <see cref="Loudness"/>.</summary>
    private static readonly Duration Smoothing = Duration.FromMilliseconds(300);

    private readonly double _smoothing = 1 - Math.Exp(-(frame / Smoothing));
    private Instant _loudAt = Instant.Never;
    private SourceNotice? _made;
    private long _madeVersion;

    /// <summary>A small number, unique among the present sources.</summary>
    public int Index { get; } = index;

    /// <summary>The peer from which the source comes.</summary>
    public int Peer { get; } = peer;

    /// <summary>The SSRC that the peer uses for the source.</summary>
    public uint PeerSsrc { get; } = peerSsrc;

    /// <summary>The source's SSRC towards other peers; differs from <see cref="PeerSsrc"/> if two peers use the same.</summary>
    public uint Ssrc { get; } = ssrc;

    public SourceAudio Audio { get; } = new(frame, decoder);

    /// <summary>The mixer to which its speaker is connected, and its SSRC there; 0 if not known yet.</summary>
    public (uint Mixer, uint Ssrc) Origin { get; set; }

    public string Name { get; set; } = "";

    /// <summary>The source's settings and position in this mixer; null if there are none.</summary>
    public Person? Person { get; set; }

    /// <summary>The neighbour's notice; null before the first, and for a voice of a client.</summary>
    public SourceNotice? Notice { get; set; }

    public bool IsMix { get; set; }

    /// <summary>Whether the same voice also comes from another peer, so that this source is not used.</summary>
    public bool IsDuplicate { get; set; }

    /// <summary>Whether it is a voice of this mixer that came back.</summary>
    public bool IsEcho { get; set; }

    /// <summary>When its audio last arrived.</summary>
    public Instant HeardAt { get; set; } = now;

    /// <summary>The source's loudness in this frame, 0 to 127 in -dBov.</summary>
    public byte Level { get; private set; } = LevelMeter.Silence;

    /// <summary>The source's smoothed loudness in dBov.</summary>
    public double Loudness { get; private set; } = -LevelMeter.Silence;

    /// <summary>Whether it is sent in this frame.</summary>
    public bool IsActive { get; private set; }

    public bool IsQuiet => Level >= QuietLevel;

    public string Team => Person?.Options?.Team ?? Notice?.Team ?? "";

    public double Score => Person?.Options?.Score ?? Notice?.Score ?? 0;

    public bool IsPinned => Person?.Options?.IsPinned ?? Notice?.IsPinned ?? false;

    public Vector3? Position => Person?.Speaker ?? Notice?.Position;

    /// <summary>Changes with the content of its notice.</summary>
    public long Version => ((long)NoticeVersion << 32) + (Person?.Version ?? 0);

    /// <summary>Counts the changes of <see cref="Notice"/>, <see cref="Name"/> and <see cref="Person"/>.</summary>
    public int NoticeVersion { get; set; }

    /// <summary>Whether its audio has arrived within the last 100 ms.</summary>
    public bool IsHeardAt(Instant now) => now - HeardAt < Gone;

    /// <summary>The notice for neighbours, cached until it changes.</summary>
    public SourceNotice ToNotice()
    {
        if (_made is null || _madeVersion != Version)
            (_made, _madeVersion) = (new(Ssrc, Origin.Mixer, Origin.Ssrc, Name, Team, Position, (float)Score, IsPinned, IsMix), Version);
        return _made;
    }

    /// <summary>The source's slot in an array with a slot for each source. The array grows as needed.</summary>
    public ref T SlotIn<T>(ref T[] slots)
    {
        if (slots.Length <= Index)
            Array.Resize(ref slots, 2 * Index + 16);
        return ref slots[Index];
    }

    /// <summary>Ends the preparation of a frame.</summary>
    /// <param name="level">The source's level; silence if there is no audio.</param>
    /// <param name="ahead">The time by which the level may precede the audio.</param>
    public void Measured(byte level, Instant now, Duration ahead = default)
    {
        Level = level;
        Loudness += (-level - Loudness) * _smoothing;
        if (!IsQuiet)
            _loudAt = now + ahead;
        IsActive = !IsDuplicate && !IsEcho && Audio.Kind != Playout.PlayoutKind.Idle && _loudAt != Instant.Never
            && now - _loudAt < Hangover;
    }

    /// <summary>Ends its audio.</summary>
    public void Stop(Instant now)
    {
        Audio.Begin();
        Measured(LevelMeter.Silence, now);
    }

    public void Dispose() => Audio.Dispose();
}
