using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Feedback;

/// <summary>Invariants for any losses, order, duplicates, pauses and times, if each report is taken when it is due.</summary>
public sealed class ArrivalLogProperties
{
    private sealed record Report(Instant At, Dictionary<uint, Duration> Held);

    private sealed record Run(ReportTiming Timing, Dictionary<uint, Instant> Arrivals, List<Report> Reports);

    private static Run Play(int seed)
    {
        Random random = new(seed);
        ReportTiming timing = new(Duration.FromMilliseconds(random.Next(4) * 25), Duration.FromMilliseconds(random.Next(5) * 75));
        ArrivalLog log = new(timing);
        Run run = new(timing, [], []);
        Instant now = Instant.FromSeconds(random.Next(1000));
        double loss = random.NextDouble() * 0.5, spacingMs = 1 + 20 * random.NextDouble();
        uint number = (uint)random.NextInt64(uint.MaxValue - 300, uint.MaxValue);
        for (int packet = 0; packet < 600; packet++)
        {
            now += Duration.FromMilliseconds(random.Next(100) == 0 ? 1000 * random.NextDouble() : spacingMs * random.NextDouble());
            TakeUntil(now);
            number++;
            if (random.NextDouble() < loss)
                continue;
            Arrive(random.Next(10) == 0 ? number - (uint)random.Next(10) : number);
        }
        TakeUntil(now + Duration.FromSeconds(10));
        return run;

        void Arrive(uint arrived)
        {
            run.Arrivals.TryAdd(arrived, now);
            log.Arrived(arrived, now);
        }

        void TakeUntil(Instant time)
        {
            while (log.NextReport <= time)
            {
                ArrivalReport report = log.Take(log.NextReport);
                Dictionary<uint, Duration> held = [];
                foreach (PacketArrival arrival in report.Arrivals)
                    held.Add(arrival.Number, arrival.Held);
                run.Reports.Add(new Report(report.At, held));
            }
        }
    }

    [ForAll(MaxTest = 200, Replay = "20261123,1")]
    public void Every_arrival_is_reported_within_the_interval_and_nothing_else_is(int seed)
    {
        Run run = Play(seed);
        Dictionary<uint, Instant> first = [];
        foreach (Report report in run.Reports)
        {
            foreach (uint number in report.Held.Keys)
                first.TryAdd(number, report.At);
        }
        Assert.That(first.Keys, Is.EquivalentTo(run.Arrivals.Keys));
        foreach ((uint number, Instant at) in run.Arrivals)
            Assert.That(first[number] - at, Is.InRange(Duration.Zero, run.Timing.Interval));
    }

    [ForAll(MaxTest = 200, Replay = "20261123,3")]
    public void The_time_held_is_the_time_since_the_arrival(int seed)
    {
        Run run = Play(seed);
        foreach (Report report in run.Reports)
        {
            foreach ((uint number, Duration held) in report.Held)
                Assert.That(report.At - held, Is.EqualTo(run.Arrivals[number]));
        }
    }

    [ForAll(MaxTest = 200, Replay = "20261123,5")]
    public void An_arrival_is_in_every_report_until_it_is_as_old_as_Repeat_unless_the_report_is_full(int seed)
    {
        Run run = Play(seed);
        foreach (Report report in run.Reports.Where(report => report.Held.Count < ArrivalLog.MaxArrivals))
        {
            IEnumerable<uint> recent =
                run.Arrivals.Where(arrival => arrival.Value <= report.At && report.At - arrival.Value < run.Timing.Repeat)
                .Select(arrival => arrival.Key);
            Assert.That(recent, Is.SubsetOf(report.Held.Keys));
        }
    }

    [ForAll(MaxTest = 200, Replay = "20261123,7")]
    public void Reports_lost_for_a_time_shorter_than_Repeat_lose_no_arrival(int seed)
    {
        Run run = Play(seed);
        // The first report with an arrival may come an interval after it, and the last one may come a distance of reports before Repeat has
        // passed.
        Duration bearable = run.Timing.Repeat - run.Timing.Interval - Duration.Max(run.Timing.Interval, ArrivalLog.MinSpacing);
        if (bearable <= Duration.Zero)
            return;
        foreach (Report firstLost in run.Reports.Where((_, index) => index % 20 == 0))
        {
            IEnumerable<Report> received = run.Reports.Where(report => report.At < firstLost.At || report.At >= firstLost.At + bearable);
            Assert.That(received.SelectMany(report => report.Held.Keys).Distinct(), Is.EquivalentTo(run.Arrivals.Keys));
        }
    }
}
