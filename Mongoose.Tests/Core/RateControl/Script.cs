using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>Feeds a controller by script: packets of one size at a steady pace, pings, losses, silence.</summary>
internal sealed class Script
{
    private readonly SequenceTracker _sequences = new();
    private uint _next = 1;

    public Script(IRateController controller)
    {
        Controller = controller;
        controller.OnNewCircuit(Now);
    }

    public Script(string controller, RateControlOptions? options = null) : this(RateControllers.Create(controller, options ?? Wide))
    {
    }

    /// <summary>Limits that do not bind.</summary>
    public static RateControlOptions Wide { get; } =
        new() { MinRate = DataRate.FromKilobitsPerSecond(1), MaxRate = DataRate.FromMegabitsPerSecond(1000) };

    public IRateController Controller { get; }

    public ControllerState State => Controller.State;

    public double Kilobits => Controller.Rate.KilobitsPerSecond;

    public Instant Now { get; private set; } = Instant.FromSeconds(1);

    public int PacketBytes { get; set; } = 375;

    /// <summary>Time between packets.</summary>
    public Duration Pace { get; set; } = Duration.FromMilliseconds(1);

    public Script Ping(double milliseconds)
    {
        Controller.OnPing(new PingEvent(Now, Duration.FromMilliseconds(milliseconds)));
        return this;
    }

    public Script Receive(int packets)
    {
        for (int i = 0; i < packets; i++)
            Feed(_next++, isResent: false);
        return this;
    }

    /// <summary>Loses packets and lets the time pass that they would have taken.</summary>
    public Script Lose(int packets)
    {
        _next += (uint)packets;
        return Pass((Pace * packets).Seconds);
    }

    /// <summary>Loses packets and receives the three later packets that confirm the loss.</summary>
    public Script LoseKnown(int packets) => Lose(packets).Receive(3);

    /// <summary>Loses packets of which all but the last arrive late, before the losses are confirmed.</summary>
    public Script LoseTheLastOf(int packets)
    {
        uint first = _next;
        Lose(packets).Receive(3);
        for (uint sequence = first; sequence < first + packets - 1; sequence++)
            Feed(sequence, isResent: false);
        return this;
    }

    public Script Resend(uint sequence)
    {
        Feed(sequence, isResent: true);
        return this;
    }

    public Script Pass(double seconds)
    {
        Now += Duration.FromSeconds(seconds);
        Controller.OnTick(Now);
        return this;
    }

    public Script NewCircuit()
    {
        _sequences.Reset();
        _next = 1;
        Controller.OnNewCircuit(Now);
        return this;
    }

    private void Feed(uint sequence, bool isResent)
    {
        Pass(Pace.Seconds);
        Controller.OnPacket(new PacketEvent(Now, PacketBytes, _sequences.OnPacket(sequence, isResent, Now)));
    }
}
