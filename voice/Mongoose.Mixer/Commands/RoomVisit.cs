using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Commands;

/// <summary>A stay in a room with a relay, and its messages to the user. Disposing it disposes the relay.</summary>
internal sealed class RoomVisit(RealTimeLoop loop, Uri janus, RoomOptions room, RoomRelay relay, InvocationConfiguration console)
    : IDisposable
{
    /// <summary>Whether the participant is in the room, or was when the stay ended.</summary>
    public bool IsInRoom { get; private set; }

    /// <summary>Stays until it is cancelled; returns false, with a message, if it could not join.</summary>
    public bool Stay(CancellationToken end)
    {
        try
        {
            new RoomMembership(janus, room, relay.RoomSide) { Joined = Join, Lost = Leave }.RunAsync(end).GetAwaiter().GetResult();
            return true;
        }
        catch (JanusException exception)
        {
            MixerCommand.Program.Report(console.Error, exception.Message);
            return false;
        }
    }

    public void Dispose()
    {
        loop.Invoke(relay.Dispose);
        string dropped = relay.PacketsDropped > 0 ? $", dropped {relay.PacketsDropped} of another payload type" : "";
        console.Output.WriteLine($"passed {relay.PacketsToRoom} packets to the room, {relay.PacketsToMixer} to the mixer{dropped}");
    }

    private void Join(UdpAddress place)
    {
        loop.Invoke(() => relay.Join(place));
        IsInRoom = true;
        try
        {
            console.Output.WriteLine($"joined room {room.Room}; it expects audio at {place}");
        }
        catch (IOException)
        {
            // A full disk ends the log, not the visit.
        }
    }

    private void Leave(string reason, Duration wait)
    {
        loop.Invoke(relay.Leave);
        IsInRoom = false;
        MixerCommand.Program.Report(console.Error, $"{reason}; joining again in {wait}");
    }
}
