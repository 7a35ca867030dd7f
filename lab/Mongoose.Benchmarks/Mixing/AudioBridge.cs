using Mongoose.Mixer.Janus;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>A room of Janus' AudioBridge at 48 kHz, mono, whose participants speak plain RTP.</summary>
internal sealed class AudioBridge : IVoiceServer
{
    /// <summary>AudioBridge's default complexity of an Opus encoder, used for both servers.</summary>
    public const int Complexity = 4;

    /// <summary>Bits per second of each Opus stream. AudioBridge's default leaves it to libopus.</summary>
    public const int BitRate = 32_000;

    private readonly JanusServer _janus;
    private readonly CancellationTokenSource _end = new();
    private readonly List<JanusSession> _sessions = [];
    private readonly List<UdpAddress> _places = [];
    private readonly List<Task> _stays = [];

    private AudioBridge(JanusServer janus) => _janus = janus;

    public int ProcessId => _janus.ProcessId;

    /// <param name="folder">A temporary folder, for the server's configuration.</param>
    /// <param name="participants">The participants' addresses.</param>
    /// <param name="format">The format that participants send and receive.</param>
    public static AudioBridge Start(string folder, IReadOnlyList<UdpAddress> participants, AudioFormat format) => new AudioBridge(
        JanusServer.Start(Directory.CreateDirectory(Path.Combine(folder, Path.GetRandomFileName())).FullName,
            $"room-1: {{ sampling_rate = 48000, allow_rtp_participants = true, default_bitrate = {BitRate} }}"))
        .Prepared(bridge => bridge.JoinAsync(participants, format).GetAwaiter().GetResult());

    public UdpAddress PlaceOf(int participant) => _places[participant];

    public void Dispose()
    {
        _end.Cancel();
        _janus.Dispose();
        Task.WhenAll(_stays).ContinueWith(_ => { }, TaskScheduler.Default).Wait();
        foreach (JanusSession session in _sessions)
            session.Dispose();
        _end.Dispose();
    }

    private async Task JoinAsync(IReadOnlyList<UdpAddress> participants, AudioFormat format)
    {
        foreach (UdpAddress participant in participants)
        {
            JanusSession session = new(_janus.Address, new RoomOptions { Room = "1", Format = format });
            _sessions.Add(session);
            _places.Add(await session.JoinAsync(participant, _end.Token).ConfigureAwait(false));
            _stays.Add(session.StayAsync(_end.Token));
        }
    }
}
