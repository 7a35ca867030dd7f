using System.Collections;
using System.Collections.Concurrent;
using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>
/// One capability of one visitor. Wraps OpenSim's handler, which makes every response as always; Mongoose sets only when and at which
/// pace a response leaves. If in doubt, a request goes to OpenSim untouched.
/// </summary>
internal sealed class DownloadCap
{
    private readonly DownloadCaps _caps;
    private readonly VisitorDownloads _visitor;
    private readonly DownloadCounters _counters;
    private readonly int _index;
    private readonly UUID _agent;
    private readonly bool _isAwaitable;
    private readonly RequestMethod _request;
    private readonly HasEventsMethod _hasEvents;
    private readonly GetEventsMethod _getEvents;
    private readonly DropMethod _drop;
    private readonly ConcurrentDictionary<UUID, AwaitedResponse> _awaited = new();

    /// <param name="caps">The capabilities of all visitors.</param>
    /// <param name="handler">OpenSim's handler, whose methods are replaced.</param>
    /// <param name="visitor">Paces the responses.</param>
    /// <param name="counters">The region's counts.</param>
    /// <param name="index">The capability's place in <see cref="DownloadCounters.Names"/>.</param>
    public DownloadCap(DownloadCaps caps, PollServiceEventArgs handler, UUID agent, VisitorDownloads visitor,
        DownloadCounters counters, int index)
    {
        (_caps, _agent, _visitor, _counters, _index) = (caps, agent, visitor, counters, index);
        // OpenSim itself answers a request that times out, and then calls none of these methods.
        _isAwaitable = handler.TimeOutms == int.MaxValue;
        (_request, _hasEvents, _getEvents, _drop) = (handler.Request, handler.HasEvents, handler.GetEvents, handler.Drop);
        (handler.Request, handler.HasEvents, handler.GetEvents, handler.Drop) = (Request, HasEvents, GetEvents, Drop);
    }

    /// <summary>Sends a response if it is ready, without waiting for OpenSim's next poll.</summary>
    /// <returns>Whether no further attempt is needed: the response is claimed, or OpenSim's handler has failed.</returns>
    public bool TrySend(AwaitedResponse awaited)
    {
        if (awaited.IsClaimed)
            return true;
        try
        {
            if (!_hasEvents(awaited.Id, _agent))
                return false;
        }
        catch (Exception exception)
        {
            // OpenSim's next attempt meets the same exception, and handles it as usual.
            awaited.CountAnswer(null);
            _caps.Warn(exception);
            return true;
        }
        if (awaited.TryClaim())
            Send(awaited);
        return true;
    }

    private void Send(AwaitedResponse awaited)
    {
        try
        {
            // OpenSim may just have dropped the response, because its connection has ended: the table is then empty.
            Hashtable events = _getEvents(awaited.Id, _agent);
            if (events["h"] is OSHttpResponse response)
            {
                response.Send();
                awaited.Context.MarkStarted();
            }
            if (events.Count > 0)
                awaited.Events = events;
        }
        catch (Exception exception)
        {
            _caps.Warn(exception);
            awaited.Context.Abort();
        }
    }

    private OSHttpResponse? Request(UUID id, OSHttpRequest request)
    {
        if (!_caps.IsOn || Wrap(request) is not { } context)
            return _request(id, request);
        Instant now = OutboundThread.Now;
        OSHttpResponse? response = _request(id, new OSHttpRequest(context.WrapRequest()));
        if (response is null && _isAwaitable && _caps.Options.IsPrompt)
        {
            AwaitedResponse awaited = new(this, id, context, now, _counters);
            _counters.CountRequest();
            _awaited[id] = awaited;
            _visitor.Await(awaited);
        }
        return response;
    }

    private PacedContext? Wrap(OSHttpRequest request)
    {
        try
        {
            if (_caps.Internals.RequestOf(request) is not { Context: HttpClientContext connection } inner
                || _caps.Internals.SocketOf(connection) is not { } socket)
                return null;
            ConnectionState state = default;
            bool isPaced = _caps.IsPacing && TcpState.TryRead(socket, 0, out state);
            PacedContext context =
                new(inner, socket, state.DeliveredBytes + state.InFlightBytes, isPaced ? _visitor : null, _counters, _index)
                {
                    Asset = isPaced && _visitor.Ledger is not null ? RequestedAsset.Of(inner) : Guid.Empty,
                };
            if (_caps.Options.KeepsPipelines)
                _caps.KeepOpen(connection);
            return context;
        }
        catch (Exception exception)
        {
            _caps.Warn(exception);
            return null;
        }
    }

    /// <summary>Called by OpenSim's poll threads every 100 ms.</summary>
    private bool HasEvents(UUID id, UUID agent)
    {
        if (!_awaited.TryGetValue(id, out AwaitedResponse? awaited))
            return _hasEvents(id, agent);
        return awaited.Events is not null || !awaited.IsClaimed && _hasEvents(id, agent) && awaited.TryClaim();
    }

    /// <summary>
    /// Hands OpenSim also a response that has been sent, so that OpenSim forgets the request; a second Send does nothing. OpenSim
    /// itself sends responses of other forms.
    /// </summary>
    private Hashtable GetEvents(UUID id, UUID agent) =>
        _awaited.TryRemove(id, out AwaitedResponse? awaited) && awaited.Events is { } events ? events : _getEvents(id, agent);

    private void Drop(UUID id, UUID agent)
    {
        if (_awaited.TryRemove(id, out AwaitedResponse? awaited))
            awaited.Drop();
        _drop(id, agent);
    }
}
