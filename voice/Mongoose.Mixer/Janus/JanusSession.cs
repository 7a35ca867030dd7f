using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Janus;

/// <summary>A participant of an AudioBridge room by plain RTP: joins, and stays until the session is lost.</summary>
internal sealed class JanusSession(Uri address, RoomOptions room) : IDisposable
{
    private static readonly TimeSpan JoinTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The time between two requests for events, which limits what a Janus costs that answers all of them at once.</summary>
    private static readonly TimeSpan EventInterval = TimeSpan.FromMilliseconds(50);

    private readonly JanusApi _api = new(address, room.Secret);
    private string _session = "", _handle = "";
    private string? _participant;

    /// <summary>Joins the room.</summary>
    /// <param name="local">The address to which Janus shall send the room's mix.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>Where the room expects audio.</returns>
    /// <exception cref="JanusException">Janus does not answer, or refuses.</exception>
    public async Task<UdpAddress> JoinAsync(UdpAddress local, CancellationToken cancellation)
    {
        _session = Text(await _api.PostAsync("", new JsonObject { ["janus"] = "create" }, cancellation).ConfigureAwait(false));
        JsonObject attach = new() { ["janus"] = "attach", ["plugin"] = "janus.plugin.audiobridge" };
        _handle = $"{_session}/{Text(await _api.PostAsync(_session, attach, cancellation).ConfigureAwait(false))}";
        await _api.PostAsync(_handle, new JsonObject { ["janus"] = "message", ["body"] = JoinRequest(local) }, cancellation)
            .ConfigureAwait(false);
        return await JoinedAsync(cancellation).ConfigureAwait(false);
    }

    /// <summary>Keeps the session alive until it ends.</summary>
    /// <exception cref="JanusException">The session has ended; always thrown, except for a cancellation.</exception>
    public async Task StayAsync(CancellationToken cancellation)
    {
        while (true)
        {
            // Waiting for events does not keep a session alive by itself, and a wait takes at most half of Janus' session timeout of 60 s.
            await _api.PostAsync(_session, new JsonObject { ["janus"] = "keepalive" }, cancellation).ConfigureAwait(false);
            CheckPresence(await NextEventAsync(cancellation).ConfigureAwait(false));
        }
    }

    /// <summary>Leaves the room. Errors are ignored: then the session is gone already.</summary>
    public async Task LeaveAsync()
    {
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(2));
        try
        {
            if (_session.Length > 0)
                await _api.PostAsync(_session, new JsonObject { ["janus"] = "destroy" }, limit.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is JanusException or OperationCanceledException)
        {
        }
        _session = "";
    }

    public void Dispose() => _api.Dispose();

    private JsonObject JoinRequest(UdpAddress local)
    {
        JsonObject body = new()
        {
            ["request"] = "join",
            ["room"] = room.Id,
            ["display"] = room.Display,
            ["codec"] = room.Codec,
            ["rtp"] = new JsonObject
            {
                ["ip"] = local.ToEndPoint().Address.ToString(),
                ["port"] = local.Port,
                ["payload_type"] = room.EffectivePayloadType
            },
        };
        if (room.Pin is not null)
            body["pin"] = room.Pin;
        return body;
    }

    private async Task<UdpAddress> JoinedAsync(CancellationToken cancellation)
    {
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(JoinTimeout);
        try
        {
            while (true)
            {
                JsonElement message = await NextEventAsync(deadline.Token).ConfigureAwait(false);
                if (JanusReply.PluginData(message) is not { } data)
                    continue;
                if (JanusReply.RoomError(data, room) is { } error)
                    throw error;
                if (JanusReply.Happened(data) != "joined" || JanusReply.Get(data, "rtp") is not { } rtp)
                    continue;
                _participant = JanusReply.Participant(data, "id");
                return AddressOf(rtp);
            }
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new JanusException($"room {room.Room}: no answer within {JoinTimeout.TotalSeconds:0} s", exception);
        }
    }

    private async Task<JsonElement> NextEventAsync(CancellationToken cancellation)
    {
        JsonElement message = await _api.NextEventAsync(_session, cancellation).ConfigureAwait(false);
        await Task.Delay(EventInterval, cancellation).ConfigureAwait(false);
        return message;
    }

    private static UdpAddress AddressOf(JsonElement rtp)
    {
        string? ip = JanusReply.Line(rtp, "ip");
        if (ip is not null && JanusReply.Number(rtp, "port") is { } port and > 0 and <= ushort.MaxValue)
        {
            return PeerAddress.TryParseHost(ip, out IPAddress? host)
                ? UdpAddress.From(new IPEndPoint(host, port))
                : throw new JanusException(
                    $"Janus' address for audio: {ip} is no IPv4 address; set local_ip in janus.plugin.audiobridge.jcfg");
        }
        throw new JanusException("Janus names no address for audio");
    }

    /// <exception cref="JanusException">The event says that the session or the place in the room is gone.</exception>
    private void CheckPresence(JsonElement message)
    {
        if (JanusReply.Kind(message) is "timeout" or "detached" or "hangup")
            throw new JanusException("Janus has ended the session");
        if (JanusReply.PluginData(message) is not { } data)
            return;
        if (JanusReply.Happened(data) == "destroyed")
            throw new JanusException($"room {room.Room}: the room was destroyed");
        if (JanusReply.Happened(data) == "left" || IsOwn(JanusReply.Participant(data, "kicked"))
            || IsOwn(JanusReply.Participant(data, "kicked_all")))
            throw new JanusException($"room {room.Room}: somebody removed the participant from it");
    }

    /// <summary>Whether a removed participant is this one: events report the removal of others too.</summary>
    private bool IsOwn(string? participant) => participant is not null && participant == _participant;

    private static string Text(JsonElement reply) => JanusReply.Id(reply).ToString(System.Globalization.CultureInfo.InvariantCulture);
}
