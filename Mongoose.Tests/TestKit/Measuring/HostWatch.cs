using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.TestKit.Measuring;

/// <summary>Watches this host: by a thread that repeatedly sleeps for 1 ms, and by the system's accounts of processor time.</summary>
internal sealed class HostWatch : IHostWatch
{
    private static readonly Duration Nap = Duration.FromMilliseconds(1);

    private readonly Thread _sleeper;
    private readonly DelaySamples _late = new();
    private readonly Instant _start = RealTimeLoop.Clock;
    private readonly ProcessorTimes? _before = ProcessorTimes.Of(Environment.ProcessId);
    private Duration _stalled;
    private volatile bool _stopped;

    public HostWatch()
    {
        _sleeper = new Thread(Watch) { Name = "host watch", IsBackground = true };
        _sleeper.Start();
    }

    public HostReading Stop()
    {
        _stopped = true;
        _sleeper.Join();
        HostReading reading = new()
        {
            LateP99 = Duration.FromMilliseconds(_late.Summarise().P99),
            Stalled = _stalled / (RealTimeLoop.Clock - _start),
        };
        return _before is { } before && ProcessorTimes.Of(Environment.ProcessId) is { } after ? after.Since(before, reading) : reading;
    }

    private void Watch()
    {
        do
        {
            Instant asleep = RealTimeLoop.Clock;
            Thread.Sleep(TimeSpan.FromMilliseconds(Nap.Milliseconds));
            Duration late = RealTimeLoop.Clock - asleep - Nap;
            _late.Add(late);
            if (late > HostReading.MadeUpFor)
                _stalled += late;
        }
        while (!_stopped);
    }
}
