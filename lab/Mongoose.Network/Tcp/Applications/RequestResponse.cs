using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>
/// A client sends a request, a server answers immediately, the client thinks and sends the next, over one persistent connection.
/// </summary>
public sealed class RequestResponse
{
    private const long RequestBytes = 300;

    private readonly IScheduler _scheduler;
    private readonly RequestResponseOptions _options;
    private readonly SeededRandom _random;
    private readonly Exchanges _exchanges;
    private readonly Action _ask;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="requests">From the client to the server; used by this application alone.</param>
    /// <param name="responses">
    /// From the server to the client; used by this application alone. It has no handshake, because the requests have one.
    /// </param>
    /// <param name="options">Sizes and times.</param>
    /// <param name="random">A stream of random numbers for this application alone.</param>
    /// <param name="startAt">When the first request is sent.</param>
    public RequestResponse(
        IScheduler scheduler, IByteStream requests, IByteStream responses,
        RequestResponseOptions options, SeededRandom random, Instant startAt)
    {
        if (options.ResponseBytes < 1 || options.ThinkTime < Duration.Zero)
            throw new ArgumentException("A response must be at least 1 byte, the think time at least 0.", nameof(options));
        (_scheduler, _options, _random) = (scheduler, options, random);
        _exchanges = new Exchanges(scheduler, requests, responses) { Answered = Think };
        _ask = Ask;
        scheduler.At(startAt, _ask);
    }

    /// <summary>The completed exchanges, in order.</summary>
    public IReadOnlyList<Exchange> Exchanges => _exchanges.Completed;

    private void Ask() =>
        _exchanges.Ask(RequestBytes, Math.Max(1, (long)(_options.ResponseBytes * _options.SizeVariation.Draw(_random))));

    private void Think(Exchange exchange)
    {
        Instant now = _scheduler.Now, thinksFrom = _options.ThinkFromRequest ? exchange.RequestedAt : now;
        _scheduler.At(Instant.Max(now, thinksFrom + _options.ThinkTime), _ask);
    }
}

/// <summary>The options of a client that sends requests and a server that answers: web pages, chunks of a video.</summary>
public sealed record RequestResponseOptions
{
    [Setting("responseBytes", Min = 1, Max = 1L << 32, Unit = "bytes", Text = "mean size of a response")]
    public long ResponseBytes { get; init; } = 100_000;

    [Setting("sizeVariation", Text = "variation of the size")]
    public Variation SizeVariation { get; init; } = Variation.Constant;

    [Setting("thinkSeconds", Min = 0, Max = 1e6, Unit = "s", Text = "time until the next request")]
    public Duration ThinkTime { get; init; } = Duration.FromSeconds(1);

    /// <summary>
    /// The think time starts with the request instead of the end of its response, as in a video player that keeps up; a response that takes
    /// longer delays the next request until the response is complete.
    /// </summary>
    [Setting("thinkFromRequest", Text = "think time counts from the request, as in a video player, not from the response's end")]
    public bool ThinkFromRequest { get; init; }
}
