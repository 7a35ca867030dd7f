using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing;

/// <summary>
/// A controller whose packets arrive after 70 ms, or not, as a test says; each that arrives is reported by itself, 70 ms later. Time
/// advances in frames of 20 ms.
/// </summary>
internal sealed class ScriptedPath
{
    public static readonly Duration Interval = StreamPackets.Paper.Interval, Way = Duration.FromMilliseconds(70);

    private readonly StreamPackets _packets;
    private readonly Queue<(uint Number, Instant Arrived)> _underWay = new();
    private readonly PacketArrival[] _arrival = new PacketArrival[1];
    private readonly uint _first;
    private uint _number;

    /// <param name="options">The controller's options.</param>
    /// <param name="first">The number of the first packet.</param>
    public ScriptedPath(MixingOptions options, uint first = 0)
    {
        (_packets, _first, _number, Controller) = (options.Packets, first, first, new MixingController(options, Now));
        (Arrives, Acknowledged) = (_ => true, _ => { });
    }

    public MixingController Controller { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    /// <summary>The number of the next packet.</summary>
    public uint Next => _number;

    /// <summary>The active sources.</summary>
    public int Active { get; set; } = 8;

    /// <summary>Whether the packet with this number arrives.</summary>
    public Func<uint, bool> Arrives { get; set; }

    /// <summary>Called for each report with the packet's number, before the controller.</summary>
    public Action<uint> Acknowledged { get; set; }

    /// <summary>The streams, or the probe, that were sent in the last frame.</summary>
    public int Sent { get; private set; }

    public void Run(double seconds)
    {
        for (int i = 0; i < seconds / Interval.Seconds; i++)
            Frame();
    }

    public void Frame()
    {
        Now += Interval;
        while (_underWay.TryPeek(out (uint Number, Instant Arrived) packet) && packet.Arrived + Way <= Now)
        {
            _underWay.Dequeue();
            Acknowledged(packet.Number);
            Report(packet.Number, Duration.Zero, packet.Arrived);
        }
        Controller.Tick(Active, Now);
        bool isProbe = Controller.Streams == 0;
        Sent = isProbe ? Now >= Controller.NextProbe ? 1 : 0 : Math.Min(Active, Controller.Streams);
        for (int packet = 0; packet < _packets.PacketsOf(Sent); packet++)
            Send();
    }

    /// <summary>Passes a report of one packet to the controller. It covers all packets before.</summary>
    public void Report(uint number, Duration held, Instant at)
    {
        _arrival[0] = new PacketArrival(number, held);
        Controller.Received(new ArrivalReport(at, _arrival, _first), Now);
    }

    private void Send()
    {
        Controller.Sent(_number, (int)_packets.BytesOf(Sent) / _packets.PacketsOf(Sent), Now);
        if (Arrives(_number))
            _underWay.Enqueue((_number, Now + Way));
        _number++;
    }
}
