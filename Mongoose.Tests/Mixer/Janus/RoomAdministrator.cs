using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Mixer.Janus;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>Somebody who manages rooms of an AudioBridge without being in them.</summary>
internal sealed class RoomAdministrator : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly JanusApi _api;
    private readonly string _handle;

    private RoomAdministrator(JanusApi api, string handle) => (_api, _handle) = (api, handle);

    /// <param name="janus">The address of Janus' API.</param>
    public static async Task<RoomAdministrator> Create(Uri janus)
    {
        JanusApi api = new(janus, null);
        ulong session = JanusReply.Id(await api.PostAsync("", new JsonObject { ["janus"] = "create" }, CancellationToken.None));
        JsonObject attach = new() { ["janus"] = "attach", ["plugin"] = "janus.plugin.audiobridge" };
        ulong handle = JanusReply.Id(await api.PostAsync($"{session}", attach, CancellationToken.None));
        return new RoomAdministrator(api, $"{session}/{handle}");
    }

    /// <summary>Waits until as many are in a room; returns their ids.</summary>
    public async Task<long[]> WaitFor(int participants, int room = 1)
    {
        using CancellationTokenSource limit = new(Patience);
        while (true)
        {
            JsonElement data = await Ask("listparticipants", room);
            long[] ids = data.GetProperty("participants").EnumerateArray().Select(participant => participant.GetProperty("id").GetInt64())
                .ToArray();
            if (ids.Length == participants)
                return ids;
            await Task.Delay(50, limit.Token);
        }
    }

    public Task Kick(long participant, int room = 1) => Ask("kick", room, new() { ["id"] = participant });

    public Task KickAll(int room = 1) => Ask("kick_all", room);

    public Task Destroy(int room = 1) => Ask("destroy", room);

    public Task Create(int room = 1) => Ask("create", room, new() { ["sampling_rate"] = 16_000, ["allow_rtp_participants"] = true });

    public void Dispose() => _api.Dispose();

    private async Task<JsonElement> Ask(string request, int room, JsonObject? body = null)
    {
        body ??= [];
        (body["request"], body["room"]) = (request, room);
        JsonElement reply = await _api.PostAsync(
            _handle, new JsonObject { ["janus"] = "message", ["body"] = body }, CancellationToken.None);
        JsonElement data = JanusReply.PluginData(reply)!.Value;
        Assert.That(JanusReply.RoomError(data, new RoomOptions { Room = $"{room}" }), Is.Null);
        return data;
    }
}
