using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

[Flags]
internal enum Happened
{
    Nothing = 0,
    Packet = 1,
    Loss = 2,
    ShorterPing = 4,
    Tick = 8,
    NewCircuit = 16,
}

/// <summary>A controller's rate and state before an event.</summary>
internal readonly record struct Before(DataRate Rate, ControllerState State);

/// <summary>
/// A random sequence of events on a circuit, determined by its seed: losses, reordering, resends, implausible numbers, hours of silence,
/// round trips from 0 to minutes.
/// </summary>
internal sealed class RandomStory
{
    private readonly Random _random;
    private readonly SequenceTracker _sequences = new();
    private Instant _now;
    private Duration _roundTrip;
    private uint _next;

    public RandomStory(IRateController controller, int seed)
    {
        Controller = controller;
        _random = new Random(seed);
        _next = (uint)_random.NextInt64(uint.MaxValue);
        controller.OnNewCircuit(_now);
    }

    public IRateController Controller { get; }

    public Happened Next()
    {
        _now += new Duration((long)(_random.Next(1000) == 0
            ? _random.NextDouble() * 1e13
            : _random.NextDouble() * _random.NextDouble() * 2e7));
        Happened ticked = _now >= Controller.NextTick ? Happened.Tick : Happened.Nothing;
        Controller.OnTick(_now);
        return ticked | _random.Next(1000) switch
        {
            0 => NewCircuit(),
            < 50 => Ping(),
            < 60 => Happened.Nothing,
            _ => Packet(),
        };
    }

    private Happened NewCircuit()
    {
        _sequences.Reset();
        _next = (uint)_random.NextInt64(uint.MaxValue);
        _roundTrip = Duration.Zero;
        Controller.OnNewCircuit(_now);
        return Happened.NewCircuit;
    }

    private Happened Ping()
    {
        Duration sample = _random.Next(50) switch
        {
            0 => Duration.Zero,
            1 => Duration.MaxValue,
            _ => Duration.FromMilliseconds(_random.NextDouble() * 400),
        };
        bool longer = _roundTrip > Duration.Zero && sample >= Controller.State.RoundTrip;
        _roundTrip = sample + new Duration(1);
        Controller.OnPing(new PingEvent(_now, sample));
        return longer ? Happened.Nothing : Happened.ShorterPing;
    }

    private Happened Packet()
    {
        bool resent = _random.Next(20) == 0;
        uint sequence = _random.Next(100) switch
        {
            0 => (uint)_random.NextInt64(uint.MaxValue),
            1 => unchecked(_next += (uint)_random.Next(6000)),
            < 10 => unchecked(_next - (uint)_random.Next(10)),
            < 20 => unchecked(_next += 2),
            _ => unchecked(++_next),
        };
        PacketVerdict verdict = _sequences.OnPacket(sequence, resent, _now);
        Controller.OnPacket(new PacketEvent(_now, _random.Next(64, 1401), verdict));
        return verdict.Loss.Count > 0 ? Happened.Packet | Happened.Loss : Happened.Packet;
    }
}
