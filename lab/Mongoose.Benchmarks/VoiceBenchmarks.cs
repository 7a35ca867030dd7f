using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one packet of eight streams: sent, arrived, and reported, with its share of ticks. The round trip is 100 ms, and one
/// packet in a hundred is lost. Every 50 ms, and at once after a loss, a report has the arrivals of the last 200 ms; or there is a report
/// per packet.
/// </summary>
public class VoiceBenchmarks
{
    private const int Packets = 65_536, Streams = 8, LoseEvery = 100;
    private const uint InFlight = 40;
    private static readonly MixingOptions Options = new();
    private static readonly Duration Pace = Options.Packets.Interval / Streams;
    private static readonly int Bytes = (int)Options.Packets.BytesOf(1);

    private MixingController _controller = null!;
    private ArrivalLog _arrivals = null!;
    private Instant _now;
    private uint _number;
    private long _reported;

    [Params(MixingRules.Steady, MixingRules.Paper, MixingRules.Fixed)]
    public string Rule { get; set; } = "";

    [Params(false, true)]
    public bool ReportEveryPacket { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        (_now, _number, _reported) = (Instant.Zero, 0, 0);
        _controller = new MixingController(Options with { Rule = Rule }, _now);
        _arrivals = new ArrivalLog(ReportEveryPacket ? ReportTiming.EveryPacket : ReportTiming.Default);
    }

    /// <summary>Both ends.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public int SentAndReported()
    {
        for (int i = 0; i < Packets; i++)
        {
            _now += Pace;
            if (i % Streams == 0)
                _controller.Tick(Streams, _now);
            _controller.Sent(++_number, Bytes, _now);
            if (Arrive(_number - InFlight))
                _controller.Received(_arrivals.Take(_now), _now);
        }
        return _controller.Streams;
    }

    /// <summary>The share of the receiver.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public long Arrived()
    {
        for (int i = 0; i < Packets; i++)
        {
            _now += Pace;
            if (Arrive(++_number))
                _reported += _arrivals.Take(_now).Arrivals.Length;
        }
        return _reported;
    }

    /// <exception cref="InvalidOperationException">The controller did not measure the simulated path.</exception>
    [GlobalCleanup]
    public void Check()
    {
        MixingState state = _controller.State;
        bool isPath = state.LossEvents > 0 && Math.Abs(state.RoundTrip.Milliseconds - 100) < 20;
        if (!isPath && _reported == 0)
            throw new InvalidOperationException($"{state.LossEvents} loss events, round trip {state.RoundTrip}");
    }

    /// <summary>A packet arrives or is lost. Returns true if a report is due.</summary>
    private bool Arrive(uint number)
    {
        if (number % LoseEvery != 0)
            _arrivals.Arrived(number, _now);
        return _arrivals.NextReport <= _now;
    }
}
