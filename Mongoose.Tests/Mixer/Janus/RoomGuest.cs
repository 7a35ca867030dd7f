using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>A relay between a room and a mixer, or a test in place of one.</summary>
internal sealed class RoomGuest : IAsyncDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly RoomRelay _relay;
    private readonly CancellationTokenSource _end = new();
    private readonly TaskCompletionSource _joined = new(), _lost = new(), _joinedAgain = new();
    private readonly Task _membership;

    /// <param name="loop">Its loop.</param>
    /// <param name="janus">The API's address.</param>
    /// <param name="room">The room.</param>
    /// <param name="mixer">The mixer's port for it; null for a free port, on which the test listens itself.</param>
    public RoomGuest(RealTimeLoop loop, Uri janus, RoomOptions room, UdpAddress? mixer = null)
    {
        (_loop, Mixer) = (loop, mixer ?? UdpAddress.Loopback(FreeUdpPorts.Take()));
        _relay = loop.Invoke(() => new RoomRelay(loop, loop, Mixer, MixerSide, UdpAddress.Loopback(), room, Mixer.Port));
        _membership = new RoomMembership(janus, room, _relay.RoomSide) { Joined = Join, Lost = Lose }.RunAsync(_end.Token);
    }

    /// <summary>Where it sends what the room says.</summary>
    public UdpAddress Mixer { get; }

    /// <summary>Where it takes what the room shall hear.</summary>
    public UdpAddress MixerSide { get; } = UdpAddress.Loopback(FreeUdpPorts.Take());

    public string Reason { get; private set; } = "";

    public Task Joined => _joined.Task;

    public Task Lost => _lost.Task;

    public Task JoinedAgain => _joinedAgain.Task;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _membership;
        _loop.Invoke(_relay.Dispose);
        _end.Dispose();
    }

    private void Join(UdpAddress place)
    {
        _loop.Invoke(() => _relay.Join(place));
        if (!_joined.TrySetResult())
            _joinedAgain.TrySetResult();
    }

    private void Lose(string reason, Duration wait)
    {
        _loop.Invoke(_relay.Leave);
        if (Reason.Length == 0)
            Reason = reason;
        _lost.TrySetResult();
    }
}
