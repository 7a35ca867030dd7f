using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Feeds a controller by script: datagrams with acks at a steady pace, losses, silence. Packets are of one segment.</summary>
internal sealed class PathScript
{
    public static readonly Duration Pace = Duration.FromMilliseconds(20);

    private static readonly DataRate Asked = DataRate.FromKilobitsPerSecond(4500);

    private RoundTrips _roundTrips;
    private double _owed;

    public PathScript(DataRate? asked = null)
    {
        Controller = new PathController(PathControlOptions.Default, Now);
        Controller.SetAsked(asked ?? Asked);
    }

    public PathController Controller { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public double Window => Controller.Window;

    /// <summary>The highest number sent.</summary>
    public uint Sent { get; private set; }

    /// <summary>Lets the path deliver at this rate and round trip. Each datagram calls <paramref name="onAck"/>.</summary>
    public PathScript Deliver(DataRate rate, double roundTrip, double seconds, Action? onAck = null)
    {
        for (Instant end = Now + Duration.FromSeconds(seconds); Now < end;)
        {
            Now += Pace;
            _owed += rate.BytesPerSecond * Pace.Seconds;
            Controller.Tick(inFlight: true, Now);
            if (_owed < 1)
                continue;
            Ack((long)_owed, roundTrip);
            _owed -= (long)_owed;
            onAck?.Invoke();
        }
        return this;
    }

    /// <summary>Lets the path deliver everything that the controller permits, up to the rate that the viewer asks for.</summary>
    public PathScript DeliverAll(double roundTrip, double seconds)
    {
        for (Instant end = Now + Duration.FromSeconds(seconds); Now < end;)
            Deliver(Controller.Rate, roundTrip, Pace.Seconds);
        return this;
    }

    /// <summary>Reports a datagram whose acks show that a packet is lost.</summary>
    public PathScript Lose(uint number, double roundTrip)
    {
        Now += Pace;
        return Ack(PathController.SegmentBytes, roundTrip, number);
    }

    /// <summary>Lets time pass without acks.</summary>
    public PathScript Wait(double seconds, bool inFlight = true)
    {
        for (Instant end = Now + Duration.FromSeconds(seconds); Now < end;)
            Controller.Tick(inFlight, Now += Pace);
        return this;
    }

    private PathScript Ack(long bytes, double roundTrip, uint? lost = null)
    {
        for (long sent = 0; sent < bytes; sent += PathController.SegmentBytes)
            Controller.Sent(++Sent);
        _roundTrips.Add(Duration.FromMilliseconds(roundTrip), Now);
        Controller.Acked(new AckReport(Now, bytes, lost), _roundTrips);
        return this;
    }
}
