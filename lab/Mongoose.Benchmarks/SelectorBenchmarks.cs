using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Selection;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one call for one packet interval: all sources are active, and four of them are alone. Scores change with every call.
/// </summary>
public class SelectorBenchmarks
{
    private const int Calls = 4096, Slots = 5, Scores = 1021;
    private static readonly Duration Interval = Duration.FromMilliseconds(20);
    private readonly double[] _scores = new double[Scores];
    private readonly SourceSelector _selector = new();
    private ActiveSource[] _sources = [];
    private Instant _now;
    private int _call;

    [Params(8, 100)]
    public int Sources { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Random random = new(1);
        for (int i = 0; i < Scores; i++)
            _scores[i] = -60 * random.NextDouble();
        _sources = Enumerable.Range(0, Sources).Select(_ => new ActiveSource((uint)random.NextInt64(uint.MaxValue), 0, false)).ToArray();
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Select()
    {
        int alone = 0;
        for (int call = 0; call < Calls; call++)
        {
            _now += Interval;
            _call++;
            // Half a second of each score, so that there are challengers that get in.
            for (int i = 0; i < _sources.Length; i++)
                _sources[i].Score = _scores[((_call + 7 * i) / 25 + i) % Scores];
            _selector.Select(_sources, Slots, _now);
            alone += _sources[0].IsAlone ? 1 : 0;
        }
        return alone;
    }
}
