using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// The sources that a recorder has received. A source that speaks has a decoder and an open file. After some silence its recording rests
/// without both, and continues when the source speaks again, so the total number of sources is not limited.
/// </summary>
/// <param name="full">Called once, when the first source is refused because there are too many.</param>
internal sealed class RecordedVoices(RecorderOptions options, IVoiceStore store, Action? full)
{
    /// <summary>The maximum number of sources that speak at a time; packets of others are refused.</summary>
    public const int MaxSpeaking = 256;

    /// <summary>A recording rests after this time of silence.</summary>
    private static readonly Duration SilentTime = Duration.FromSeconds(10);

    private readonly Dictionary<uint, SourceRecording> _sources = [];
    private readonly List<SourceRecording> _all = [];
    private readonly List<SourceRecording> _speaking = [];
    private bool _isFull;

    /// <summary>All sources, in the order of first packets.</summary>
    public IReadOnlyList<SourceRecording> All => _all;

    /// <summary>The sources that speak.</summary>
    public IReadOnlyList<SourceRecording> Speaking => _speaking;

    /// <summary>The first failure of the store, for example a full disk; null if there was none.</summary>
    public string? Failure { get; private set; }

    public SourceRecording? Find(uint ssrc) => _sources.GetValueOrDefault(ssrc);

    /// <summary>The recording of a packet's source, which now counts as speaking; null if the source is not recorded.</summary>
    /// <param name="start">When the recording began.</param>
    public SourceRecording? Speaks(in RtpHeader header, Instant start, Instant now)
    {
        SourceRecording? source = Find(header.Ssrc);
        if (source is { IsSpeaking: true })
            return source;
        if (options.FormatOf(header.PayloadType) is not { } format || IsFull())
            return null;
        if (source is null)
        {
            source = new SourceRecording(header.Ssrc, header.PayloadType, format, store, start, now - start);
            _sources.Add(header.Ssrc, source);
            _all.Add(source);
        }
        source.IsSpeaking = true;
        _speaking.Add(source);
        return source;
    }

    public void Name(uint ssrc, string name)
    {
        if (Find(ssrc) is { } source)
            Try(() => source.Named(name));
    }

    /// <summary>Records the packets whose wait is over.</summary>
    public void Advance(Instant now)
    {
        foreach (SourceRecording source in _speaking)
            Try(() => source.Advance(now));
    }

    /// <summary>Makes the recordings durable, and lets silent ones rest.</summary>
    public void Flush(Instant now)
    {
        foreach (SourceRecording source in _speaking)
        {
            source.IsSpeaking = now - source.LastHeard < SilentTime;
            Try(source.IsSpeaking ? source.Track.Flush : source.Track.Rest);
        }
        _speaking.RemoveAll(source => !source.IsSpeaking);
    }

    /// <summary>Ends all recordings at the same time.</summary>
    public void End(Duration length)
    {
        foreach (SourceRecording source in _all)
        {
            Try(() => source.Track.End(length));
            Try(source.Dispose);
        }
    }

    private bool IsFull()
    {
        if (_speaking.Count < MaxSpeaking)
            return false;
        if (!_isFull)
            full?.Invoke();
        return _isFull = true;
    }

    private void Try(Action action)
    {
        try
        {
            action();
        }
        catch (IOException exception)
        {
            Failure ??= exception.Message;
        }
    }
}
