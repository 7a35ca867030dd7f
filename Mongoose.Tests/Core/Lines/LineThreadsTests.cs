using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

/// <summary>Each region has its own thread, and the circuits of a visitor report to one line at the same time.</summary>
public sealed class LineThreadsTests
{
    private const int Threads = 4, Rounds = 200, Reports = 20;

    private static readonly DataRate Asked = DataRate.FromKilobitsPerSecond(5000);

    private readonly VisitorLine _line = new(PathControlOptions.Default, Instant.Zero);
    private long _time;

    [Test]
    public void Circuits_that_open_report_and_close_at_the_same_time_get_valid_rates()
    {
        Exception?[] failures = new Exception?[Threads];
        Run(thread =>
        {
            try
            {
                for (int round = 0; round < Rounds; round++)
                    UseCircuit(isRoot: thread == 0);
            }
            catch (Exception exception)
            {
                failures[thread] = exception;
            }
        });
        Assert.That(failures, Is.All.Null);
        Assert.That(_line.Circuits, Is.Zero);
    }

    [Test]
    public void A_report_that_finds_the_line_taken_is_evaluated_at_the_next_tick_at_the_latest()
    {
        LineShare[] shares = [.. Enumerable.Range(0, Threads).Select(_ => Open(isRoot: false))];
        using Barrier barrier = new(Threads, _ => shares[0].Tick(hasInFlight: true, Next()));
        int[] missing = new int[Threads];
        Run(thread =>
        {
            for (int round = 1; round <= Rounds; round++)
            {
                Instant at = Next();
                for (int i = 1; i <= Reports; i++)
                    shares[thread].Acked(Report(at, Duration.FromMilliseconds(60)) with { Delivered = round * Reports + i });
                barrier.SignalAndWait();
                if ((int)shares[thread].DeliveredAt(at) != round * Reports + Reports)
                    missing[thread]++;
                barrier.SignalAndWait();
            }
        });
        Assert.That(missing, Is.All.Zero);
    }

    private void UseCircuit(bool isRoot)
    {
        LineShare share = Open(isRoot);
        for (int i = 0; i < Reports; i++)
        {
            Instant now = Next();
            share.NoteLimited(now);
            share.Acked(Report(now, Duration.FromMilliseconds(60 + i)));
            share.Tick(hasInFlight: i % 2 == 0, now);
            Assert.That(share.Rate, Is.InRange(DataRate.Zero, Asked));
            Assert.That(share.Window, Is.InRange(PathController.SegmentBytes, 1e9));
        }
        _line.Close(share);
    }

    private LineShare Open(bool isRoot)
    {
        LineShare share = _line.Open(isRoot, Next());
        share.SetAllowed(Asked, Next());
        return share;
    }

    private Instant Next() => new(Interlocked.Add(ref _time, 1_000_000));

    private static AckReport Report(Instant at, Duration roundTrip) => new()
    {
        At = at,
        Bytes = 2000,
        Packets = 2,
        RoundTrip = roundTrip,
        NewestSent = at - roundTrip,
        Delivered = 200_000,
    };

    private static void Run(Action<int> work)
    {
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(number => new Thread(() => work(number)))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }
}
