using Mongoose.Core.Metadata;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Status;

/// <summary>
/// A mixer's page and metrics, from one copy of its figures each second. Readers of the same second share one answer, and one at a time is
/// made, so that many readers take little of the processor from the mixer. Thread-safe.
/// </summary>
/// <param name="settings">The mixer.</param>
/// <param name="started">A number that differs after each start.</param>
internal sealed class MixerStatus(MixerSettings settings, long started) : IStatusSource
{
    /// <summary>The maximum number of peers that the line for an operator names.</summary>
    private const int MaxNamed = 3;

    private readonly object _gate = new();
    private readonly PeerHistory[] _peers = settings.Peers.Select(peer => new PeerHistory(peer, settings.Frame)).ToArray();
    private readonly ProcessHistory _process = new();
    private readonly string _version = BuildVersion.Of(typeof(MixerStatus).Assembly);
    private MixerSecond? _second;
    private ProcessReading _reading;
    private long _point;
    private (PageRequest Request, byte[] Answer)? _data;
    private byte[]? _metrics;

    public RefusedRequests Refused { get; } = new();

    /// <summary>Adds a second.</summary>
    /// <param name="reading">What the runtime says of the process.</param>
    /// <param name="now">The time.</param>
    public void Add(MixerSecond second, ProcessReading reading, Instant now)
    {
        lock (_gate)
        {
            _point++;
            for (int i = 0; i < _peers.Length; i++)
                _peers[i].Add(_point, second.Peers[i]);
            _process.Add(_point, second, reading, now, _peers.Count(peer => peer.Verdict.IsHarmed));
            (_second, _reading, _data, _metrics) = (second, reading, null, null);
        }
    }

    public byte[] Data(PageRequest request, bool withNames)
    {
        lock (_gate)
        {
            if (_data is { } known && known.Request == request)
                return known.Answer;
            byte[] answer = PageJson.Write(Page(withNames), request);
            _data = (request, answer);
            return answer;
        }
    }

    /// <summary>A mixer has no incidents.</summary>
    public byte[]? Incident(long id, bool withNames) => null;

    public byte[] Metrics(bool withNames)
    {
        lock (_gate)
        {
            return _metrics ??= PrometheusText.Write(
                [.. new MixerMetrics(settings.Name, _version, _second, _reading).All, Refused.Metric]);
        }
    }

    private PageData Page(bool withNames) => new()
    {
        Version = _version,
        Status = $"the mixer “{settings.Name}”, with frames of {settings.FrameMilliseconds} ms. Its version is {_version}.",
        IsOn = true,
        HasNames = withNames,
        Started = started,
        Point = _point,
        Health = _second is null ? null : Health(_second),
        Process = _process.Recent,
        ProcessHistory = _process.Series,
        Peers = [.. _peers.Select(peer => peer.Page())],
    };

    private PageHealth Health(MixerSecond second)
    {
        string[] harmed = [.. Names(index => _peers[index].Verdict.IsHarmed)];
        if (harmed.Length == 0)
            return new PageHealth(false, Passing(second));
        PagePeer first = _peers.First(peer => peer.Verdict.IsHarmed).Page();
        return new PageHealth(true, harmed.Length == 1 ? $"{first.Name} is {first.Status}. {first.Reason}"
            : $"{harmed.Length} of {_peers.Length} peers need attention: {Listed(harmed)}.");
    }

    private string Passing(MixerSecond second)
    {
        string[] others = [.. Names(index => second.Peers[index].State.Status != PeerStatus.Open)];
        return others.Length == 0 ? "Audio passes for all peers."
            : others.Length == _peers.Length ? "No peer has sent audio for some seconds."
            : $"Audio passes for {_peers.Length - others.Length} of {_peers.Length} peers, not for {Listed(others)}.";
    }

    private IEnumerable<string> Names(Func<int, bool> isMeant) =>
        Enumerable.Range(0, _peers.Length).Where(isMeant).Select(index => settings.Peers[index].Options.Name);

    private static string Listed(string[] names) => names.Length <= MaxNamed ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(MaxNamed))} and {names.Length - MaxNamed} more";
}
