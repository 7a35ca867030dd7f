using System.Collections;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>OpenSim's handler of one capability: it has a response when the test says so.</summary>
internal sealed class PollHandler
{
    private readonly Dictionary<UUID, OSHttpResponse> _responses = [];
    private readonly Dictionary<UUID, OSHttpRequest> _requests = [];

    public PollHandler() => Args = new PollServiceEventArgs
    {
        Request = (id, request) =>
        {
            lock (_responses)
                _requests[id] = LastRequest = request;
            return null;
        },
        HasEvents = (id, _) =>
        {
            lock (_responses)
                return _responses.ContainsKey(id);
        },
        GetEvents = (id, _) =>
        {
            lock (_responses)
                return IsBroken && _responses.Remove(id) && Lost++ >= 0
                    ? []
                    : _responses.Remove(id, out OSHttpResponse? response) ? new Hashtable { ["h"] = response } : [];
        },
        Drop = (id, _) =>
        {
            lock (_responses)
            {
                _responses.Remove(id);
                Dropped.Add(id);
            }
        },
    };

    public PollServiceEventArgs Args { get; }

    public OSHttpRequest? LastRequest { get; private set; }

    /// <summary>Number of responses that it has lost.</summary>
    public int Lost { get; private set; }

    /// <summary>Whether it loses its responses.</summary>
    public bool IsBroken { get; set; }

    public List<UUID> Dropped { get; } = [];

    /// <summary>A request arrives, with this query.</summary>
    public UUID Ask(DownloadConnection connection, string query = "")
    {
        UUID id = new(Guid.NewGuid());
        Assert.That(Args.Request(id, new OSHttpRequest(connection.NewRequest(query))), Is.Null);
        return id;
    }

    /// <summary>The response is ready.</summary>
    public void Finish(UUID id, byte[] body)
    {
        lock (_responses)
            _responses[id] = new OSHttpResponse(_requests[id]) { RawBuffer = body, Priority = 2 };
    }

    /// <summary>OpenSim's poll thread looks, as each 100 ms; returns whether it has found a response.</summary>
    public bool Poll(UUID id)
    {
        if (!Args.HasEvents(id, default))
            return false;
        ((OSHttpResponse)Args.GetEvents(id, default)["h"]!).Send();
        return true;
    }
}
