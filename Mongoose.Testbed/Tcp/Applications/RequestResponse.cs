using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Numerics;

namespace Mongoose.Testbed.Tcp.Applications;

/// <summary>A client asks, a server answers at once, the client thinks and asks again, over one connection that stays open.</summary>
public sealed class RequestResponse
{
    private readonly IScheduler _scheduler;
    private readonly TcpFlow _requests;
    private readonly TcpFlow _responses;
    private readonly RequestResponseOptions _options;
    private readonly SeededRandom _random;
    private readonly Action _ask;
    private readonly List<Exchange> _exchanges = [];
    private Instant _requestedAt;
    private long _requestsEnd, _responseBytes, _responsesEnd;

    /// <param name="scheduler">The clock of both.</param>
    /// <param name="requests">From the client to the server; theirs alone.</param>
    /// <param name="responses">From the server to the client; theirs alone; without a handshake, the requests have one.</param>
    /// <param name="options">Sizes and times.</param>
    /// <param name="random">A stream for it alone.</param>
    /// <param name="startAt">When the first request is made.</param>
    public RequestResponse(
        IScheduler scheduler, TcpFlow requests, TcpFlow responses, RequestResponseOptions options, SeededRandom random, Instant startAt)
    {
        if (options.RequestBytes < 1 || options.ResponseBytes < 1 || options.ThinkTime < Duration.Zero)
            throw new ArgumentException("Request and response must be at least 1 byte, the think time at least 0.", nameof(options));
        (_scheduler, _requests, _responses, _options, _random) = (scheduler, requests, responses, options, random);
        _ask = Ask;
        requests.Sink.Delivered = OnRequestDelivered;
        responses.Sink.Delivered = OnResponseDelivered;
        scheduler.At(startAt, _ask);
    }

    /// <summary>Those that are complete, in order.</summary>
    public IReadOnlyList<Exchange> Exchanges => _exchanges;

    private void Ask()
    {
        _requestedAt = _scheduler.Now;
        _requestsEnd += _options.RequestBytes;
        _responseBytes = Math.Max(1, (long)(_options.ResponseBytes * _options.SizeVariation.Draw(_random)));
        _responsesEnd += _responseBytes;
        _requests.Source.Write(_options.RequestBytes);
    }

    private void OnRequestDelivered(long _)
    {
        if (_requests.Sink.Receiver.Next == _requestsEnd)
            _responses.Source.Write(_responseBytes);
    }

    private void OnResponseDelivered(long _)
    {
        if (_responses.Sink.Receiver.Next != _responsesEnd)
            return;
        Instant now = _scheduler.Now;
        _exchanges.Add(new Exchange(_requestedAt, _responseBytes, now - _requestedAt));
        Instant thinksFrom = _options.ThinkFromRequest ? _requestedAt : now;
        _scheduler.At(Instant.Max(now, thinksFrom + _options.ThinkTime * _options.ThinkTimeVariation.Draw(_random)), _ask);
    }
}
