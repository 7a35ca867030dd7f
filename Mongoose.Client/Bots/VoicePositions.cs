using System.Text;
using System.Text.Json;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Bots;

/// <summary>
/// Sends avatars' positions to the control port of a mongoose-mixer: a line of JSON for each avatar, in the format that Second Life's
/// viewers use on their voice data channel. <c>sp</c> and <c>lp</c> are the positions of mouth and ears on the grid in cm, <c>sh</c> and
/// <c>lh</c> their rotations, the components of a quaternion times 100.
/// </summary>
internal sealed class VoicePositions : IDisposable
{
    /// <summary>The time between two positions of an avatar: viewers do not send them more often.</summary>
    public static readonly Duration Interval = Duration.FromMilliseconds(200);

    private readonly IScheduler _scheduler;
    private readonly IReadOnlyList<Bot> _bots;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _mixer;
    private readonly Alarm _next;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which its port is opened.</param>
    /// <param name="mixer">The mixer's control port.</param>
    public VoicePositions(IScheduler scheduler, INetwork network, IReadOnlyList<Bot> bots, UdpAddress mixer)
    {
        (_scheduler, _bots, _mixer) = (scheduler, bots, mixer);
        _port = network.Open(UdpAddress.Loopback());
        _next = new Alarm(scheduler, Send);
        _next.Set(scheduler.Now + Interval);
    }

    public void Dispose()
    {
        _next.Cancel();
        _port.Dispose();
    }

    private void Send()
    {
        foreach (Bot bot in _bots)
        {
            if (bot.Place is { } place)
                _port.Send(_mixer, Line(bot.Name, place.Position, bot.Heading));
        }
        _next.Set(_scheduler.Now + Interval);
    }

    private static byte[] Line(string name, in AvatarPosition place, float heading)
    {
        Destination corner = Destination.OfHandle(place.RegionHandle);
        (long x, long y, long z) = (Centimetres(corner.MetresEast, place.Metres.X), Centimetres(corner.MetresNorth, place.Metres.Y),
            Centimetres(0, place.Metres.Z));
        (float sin, float cos) = MathF.SinCos(heading / 2);
        (int turnZ, int turnW) = ((int)(sin * 100), (int)(cos * 100));
        string position = $$"""{"x":{{x}},"y":{{y}},"z":{{z}}}""", rotation = $$"""{"x":0,"y":0,"z":{{turnZ}},"w":{{turnW}}}""";
        return Encoding.UTF8.GetBytes(
            $$"""{"id":{{JsonSerializer.Serialize(name)}},"sp":{{position}},"sh":{{rotation}},"lp":{{position}},"lh":{{rotation}}}"""
                + "\n");
    }

    private static long Centimetres(uint corner, float metres) => corner * 100L + (long)(metres * 100);
}
