using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>
/// A video player with a fixed plan: each cycle it fetches one chunk of each representation, over one connection. If a chunk is not
/// complete when the next is due, its completion triggers the next request; the plan itself does not shift.
/// </summary>
public sealed class Dash
{
    private readonly IScheduler _scheduler;
    private readonly DashOptions _options;
    private readonly Exchanges _exchanges;
    private readonly Instant _start;
    private readonly Action _fetch;
    private int _chunk;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="requests">From the player to the server; used by this application alone.</param>
    /// <param name="responses">From the server to the player; used by this application alone.</param>
    /// <param name="options">Sizes and times.</param>
    /// <param name="startAt">When the first chunk is requested.</param>
    public Dash(IScheduler scheduler, IByteStream requests, IByteStream responses, DashOptions options, Instant startAt)
    {
        int chunks = options.Representations.Count;
        if (chunks == 0 || options.Chunk <= Duration.Zero || options.Interval < Duration.Zero || options.Cycle < options.Interval * chunks)
            throw new ArgumentException(
                "At least one representation, chunks longer than 0, and a cycle that has room for its intervals.", nameof(options));
        (_scheduler, _options, _start) = (scheduler, options, startAt);
        _exchanges = new Exchanges(scheduler, requests, responses) { Answered = _ => Next() };
        _fetch = Fetch;
        scheduler.At(startAt, _fetch);
    }

    /// <summary>The completed exchanges, in order.</summary>
    public IReadOnlyList<Exchange> Exchanges => _exchanges.Completed;

    private void Fetch() =>
        _exchanges.Ask(_options.RequestBytes, _options.Representations[_chunk % _options.Representations.Count].BytesIn(_options.Chunk));

    private void Next()
    {
        _chunk++;
        int cycle = _chunk / _options.Representations.Count, inCycle = _chunk % _options.Representations.Count;
        _scheduler.At(Instant.Max(_scheduler.Now, _start + _options.Cycle * cycle + _options.Interval * inCycle), _fetch);
    }
}

/// <summary>
/// A player that fetches a video in chunks of several representations. The defaults are those of CAIA report 160826A, section III.B.
/// </summary>
public sealed record DashOptions : ISettingRules
{
    private static readonly double[] ReportKbps = [500, 1000, 5000];

    [Setting("ratesKbps", Min = 1, Max = 1e6, Unit = "kbit/s", Text = "representations, in the order of a cycle")]
    public IReadOnlyList<DataRate> Representations { get; init; } = ReportKbps.Select(DataRate.FromKilobitsPerSecond).ToArray();

    [Setting("chunkSeconds", Min = 0.001, Max = 1e6, Unit = "s", Text = "playing time of a chunk")]
    public Duration Chunk { get; init; } = Duration.FromSeconds(5);

    [Setting("intervalSeconds", Min = 0, Max = 1e6, Unit = "s", Text = "interval of chunks in a cycle")]
    public Duration Interval { get; init; } = Duration.FromSeconds(2);

    [Setting("cycleSeconds", Min = 0.001, Max = 1e6, Unit = "s", Range = "the sum of a cycle's intervals to 1000000",
        Text = "interval between cycles")]
    public Duration Cycle { get; init; } = Duration.FromSeconds(10);

    public long RequestBytes { get; init; } = 300;

    object ISettingRules.Finish(ISettingReport report)
    {
        double min = (Interval * Representations.Count).Seconds;
        if (Cycle.Seconds < min)
            report.Problem("cycleSeconds", $"allowed is no less than its chunks' intervals together, {SettingValue.Text(min)} s");
        return Representations.Count > 0 ? this : this with { Representations = new DashOptions().Representations };
    }
}
