using Mongoose.Client.Downloads;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>
/// An HTTP connection of a simulated viewer, with both of its ends. The region answers pipelined requests one after the other, as
/// OpenSimulator does.
/// </summary>
internal sealed class SimulatedConnection
{
    /// <summary>A request and a response's head, in bytes.</summary>
    private const int RequestBytes = 260, HeadBytes = 250;

    private readonly IScheduler _clock;
    private readonly TcpFlow _requests;
    private readonly TcpFlow _responses;
    private readonly HttpServing _serving;
    private readonly SeededRandom _random;
    private readonly TcpDownload _download;
    private readonly Queue<SimulatedRequest> _onTheWay = new();
    private readonly Queue<SimulatedRequest> _waiting = new();
    private readonly Queue<Response> _sent = new();
    private int _read;
    private long _sentBytes;
    private bool _isBusy, _isClosing;

    /// <param name="clock">The clock of both ends.</param>
    /// <param name="requests">From the viewer to the region; used by this connection alone.</param>
    /// <param name="responses">From the region to the viewer; used by this connection alone.</param>
    /// <param name="segment">Payload of a full segment, in bytes.</param>
    /// <param name="serving">How the region answers.</param>
    /// <param name="random">Draws the times of answers.</param>
    public SimulatedConnection(IScheduler clock, TcpFlow requests, TcpFlow responses, int segment, HttpServing serving, SeededRandom random)
    {
        (_clock, _requests, _responses, _serving, _random) = (clock, requests, responses, serving, random);
        _download = new TcpDownload(responses, segment) { Written = ResponseWritten };
        requests.Delivered += RequestsArrived;
        responses.Delivered += Arrived;
    }

    /// <summary>The requests that wait for their answers, in order.</summary>
    public List<SimulatedRequest> InFlight { get; } = [];

    /// <summary>Whether the viewer has given the connection up.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>Called with bytes that have arrived.</summary>
    public required Action<long> Received { get; init; }

    /// <summary>Called with each request whose answer has arrived whole.</summary>
    public required Action<SimulatedConnection, SimulatedRequest> Answered { get; init; }

    /// <summary>Called when the region has closed the connection.</summary>
    public required Action<SimulatedConnection> Ended { get; init; }

    /// <summary>Writes a request.</summary>
    public void Give(SimulatedRequest request)
    {
        InFlight.Add(request);
        _onTheWay.Enqueue(request);
        _requests.Write(RequestBytes);
    }

    /// <summary>Gives the connection up. Bytes that the region has already written still arrive, but are ignored.</summary>
    public void Close()
    {
        IsClosed = true;
        _download.End();
    }

    private void RequestsArrived(long _)
    {
        for (; _read < _requests.DeliveredBytes / RequestBytes; _read++)
            _waiting.Enqueue(_onTheWay.Dequeue());
        ServeNext();
    }

    private void ServeNext()
    {
        if (_isBusy || _isClosing || IsClosed || !_waiting.TryDequeue(out SimulatedRequest? request))
            return;
        _isBusy = true;
        _clock.At(_clock.Now + _serving.TimeOf(_random), () => Respond(request));
    }

    private void Respond(SimulatedRequest request)
    {
        if (IsClosed)
            return;
        int bytes = HeadBytes + request.Bytes;
        _isClosing = _serving.ClosesAfter(_read);
        _sent.Enqueue(new Response(request, _sentBytes, _sentBytes + bytes, _isClosing));
        _sentBytes += bytes;
        if (_serving.Pacing is { } pacing)
        {
            _download.Begin(bytes, HttpServing.OrderOf(request.Class == DownloadClass.Asset, request.Bytes));
            pacing.Add(_download);
            return;
        }
        _responses.Write(bytes);
        if (_responses.HasRoom)
            ResponseWritten();
        else
            _responses.AwaitRoom(ResponseWritten);
    }

    private void ResponseWritten()
    {
        _isBusy = false;
        ServeNext();
    }

    private void Arrived(long bytes)
    {
        if (IsClosed)
            return;
        Received(bytes);
        while (!IsClosed && _sent.TryPeek(out Response response))
        {
            if (_responses.DeliveredBytes > response.First)
                response.Request.FirstByteAt ??= _clock.Now;
            if (_responses.DeliveredBytes < response.End)
                return;
            _sent.Dequeue();
            InFlight.Remove(response.Request);
            Answered(this, response.Request);
            if (response.IsLast)
                Ended(this);
        }
    }

    /// <summary>A response that the region has begun.</summary>
    /// <param name="Request">The request that the response answers.</param>
    /// <param name="First">Bytes sent on the connection before the response.</param>
    /// <param name="End"><paramref name="First"/> plus the bytes of the response.</param>
    /// <param name="IsLast">Whether the region closes the connection after it.</param>
    private readonly record struct Response(SimulatedRequest Request, long First, long End, bool IsLast);
}
