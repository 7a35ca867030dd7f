using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Requests and their responses over one connection, one at a time; the server answers immediately.</summary>
public sealed class Exchanges
{
    private readonly IScheduler _scheduler;
    private readonly IByteStream _requests;
    private readonly IByteStream _responses;
    private readonly List<Exchange> _completed = [];
    private Instant _requestedAt;
    private long _requestsEnd, _responseBytes, _responsesEnd;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="requests">From the client to the server; used by this application alone.</param>
    /// <param name="responses">From the server to the client; used by this application alone.</param>
    public Exchanges(IScheduler scheduler, IByteStream requests, IByteStream responses)
    {
        (_scheduler, _requests, _responses) = (scheduler, requests, responses);
        requests.Delivered += OnRequestDelivered;
        responses.Delivered += OnResponseDelivered;
    }

    /// <summary>The completed exchanges, in order.</summary>
    public IReadOnlyList<Exchange> Completed => _completed;

    /// <summary>Called with each completed exchange.</summary>
    public Action<Exchange>? Answered { get; set; }

    /// <summary>Sends a request; not allowed before the previous request has been answered.</summary>
    public void Ask(long requestBytes, long responseBytes)
    {
        _requestedAt = _scheduler.Now;
        _requestsEnd += requestBytes;
        _responseBytes = responseBytes;
        _responsesEnd += responseBytes;
        _requests.Write(requestBytes);
    }

    private void OnRequestDelivered(long _)
    {
        if (_requests.DeliveredBytes == _requestsEnd)
            _responses.Write(_responseBytes);
    }

    private void OnResponseDelivered(long _)
    {
        if (_responses.DeliveredBytes != _responsesEnd)
            return;
        Exchange exchange = new(_requestedAt, _responseBytes, _scheduler.Now - _requestedAt);
        _completed.Add(exchange);
        Answered?.Invoke(exchange);
    }
}

/// <summary>A request that has been answered.</summary>
/// <param name="RequestedAt">When the client sent the request.</param>
/// <param name="ResponseBytes">The size of the response.</param>
/// <param name="CompletionTime">From the request until the last byte of the response arrived.</param>
public readonly record struct Exchange(Instant RequestedAt, long ResponseBytes, Duration CompletionTime);
