using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Commands;

/// <summary>A stay in a room with a relay, and its messages to the user. Disposing it disposes the relay.</summary>
internal sealed class RoomVisit : IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly RoomOptions _room;
    private readonly RoomRelay _relay;
    private readonly InvocationConfiguration _console;
    private readonly RoomMembership _membership;

    public RoomVisit(RealTimeLoop loop, Uri janus, RoomOptions room, RoomRelay relay, InvocationConfiguration console)
    {
        (_loop, _room, _relay, _console) = (loop, room, relay, console);
        _membership = new RoomMembership(janus, room, relay.RoomSide) { Joined = Join, Lost = Leave };
    }

    /// <summary>Whether it is in the room, or was when the stay ended.</summary>
    public bool IsInRoom { get; private set; }

    /// <summary>Stays until it is cancelled; returns false, with a message, if it could not join.</summary>
    public bool Stay(CancellationToken end)
    {
        try
        {
            _membership.Run(end).GetAwaiter().GetResult();
            return true;
        }
        catch (JanusException exception)
        {
            MixerCommand.Program.Report(_console.Error, exception.Message);
            return false;
        }
    }

    public void Dispose()
    {
        _loop.Invoke(_relay.Dispose);
        string dropped = _relay.Dropped > 0 ? $", dropped {_relay.Dropped} of another payload type" : "";
        _console.Output.WriteLine($"passed {_relay.ToRoom} packets to the room, {_relay.ToMixer} to the mixer{dropped}");
    }

    private void Join(UdpAddress place)
    {
        _loop.Invoke(() => _relay.Join(place));
        IsInRoom = true;
        _console.Output.WriteLine($"joined room {_room.Room}; it expects audio at {place}");
    }

    private void Leave(string reason, Duration wait)
    {
        _loop.Invoke(_relay.Leave);
        IsInRoom = false;
        MixerCommand.Program.Report(_console.Error, $"{reason}; joining again in {wait}");
    }
}
