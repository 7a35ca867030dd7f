using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.Demo;

/// <summary>Runs stock and Mongoose side by side, on one pair after the other.</summary>
internal sealed class DemoRunner(DemoOptions options, IDemoProgress progress)
{
    private static readonly TimeSpan UpdateInterval = TimeSpan.FromMilliseconds(250);

    /// <summary>Why the pairs after those that were returned did not run; null if all did.</summary>
    public string? Failure { get; private set; }

    /// <summary>
    /// Runs everything. When cancelled it returns what was measured until then; <paramref name="cancellation"/> tells the caller. When a later
    /// pair fails it returns the earlier ones, and <see cref="Failure"/> says why.
    /// </summary>
    /// <exception cref="IOException">A port of the first pair cannot be bound.</exception>
    /// <exception cref="TimeoutException">A region of the first pair does not answer.</exception>
    public RunResult[] Run(CancellationToken cancellation)
    {
        List<RunResult> results = [];
        foreach (DemoPair pair in options.Pairs)
        {
            if (cancellation.IsCancellationRequested)
                break;
            try
            {
                results.AddRange(RunPair(pair, cancellation));
            }
            catch (Exception exception) when (results.Count > 0 && exception is IOException or TimeoutException)
            {
                Failure = exception.Message;
                break;
            }
        }
        return results.ToArray();
    }

    private RunResult[] RunPair(DemoPair pair, CancellationToken cancellation)
    {
        DemoScene scene = new(options, pair);
        List<RealVisit> visits = [];
        try
        {
            foreach (string server in OutboundNames.All)
                visits.Add(new RealVisit(scene.Plan(server, options.Port == 0 ? 0 : options.Port + visits.Count)));
            visits.ForEach(visit => visit.Connect(cancellation));
            progress.Begin(pair, options.Length);
            Watch(visits, cancellation);
            progress.End();
            return visits.Select(visit => visit.Finish()).ToArray();
        }
        catch (OperationCanceledException)
        {
            return [];
        }
        finally
        {
            visits.ForEach(visit => visit.Dispose());
        }
    }

    private void Watch(List<RealVisit> visits, CancellationToken cancellation)
    {
        Instant start = RealTimeLoop.Clock, last = start;
        long[] bytes = new long[visits.Count];
        while (last - start < options.Length && !cancellation.IsCancellationRequested)
        {
            cancellation.WaitHandle.WaitOne(UpdateInterval);
            Instant now = RealTimeLoop.Clock;
            var current = new (string, DataRate)[visits.Count];
            for (int i = 0; i < visits.Count; i++)
            {
                long arrived = visits[i].Bytes;
                current[i] = (OutboundNames.All[i], DataRate.Of(arrived - bytes[i], now - last));
                bytes[i] = arrived;
            }
            last = now;
            progress.Update(now - start, current);
        }
    }
}
