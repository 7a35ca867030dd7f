using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.Measuring;

/// <summary>Times read from a simulated /proc; numbers are multiples of 10 ms.</summary>
public sealed class ProcessorTimesTests
{
    private TemporaryDirectory _proc = null!;

    [SetUp]
    public void MakeProc() => _proc = new TemporaryDirectory();

    [TearDown]
    public void DeleteProc() => _proc.Dispose();

    [Test]
    public void Own_time_includes_the_process_and_all_its_descendants_running_or_ended()
    {
        Stat("cpu  100 20 30 400 50 6 7 8 99 99", "cpu0 1 1 1 1 1 1 1 1 0 0");
        Process(1, parent: 0, "init", 1000, 1000, 5, 5);
        Process(7, parent: 1, "testhost", 10, 1, 2, 0);
        Process(8, parent: 7, "OpenSim (a) b", 20, 2, 0, 0);
        Process(9, parent: 8, "sh", 40, 4, 0, 1);
        Process(10, parent: 1, "yes", 500, 0, 0, 0);
        ProcessorTimes times = ProcessorTimes.Of(7, _proc.Path)!;
        Assert.That(times, Is.EqualTo(new ProcessorTimes(Ticks(621), Ticks(450), Ticks(8), Ticks(80))));
    }

    [Test]
    public void Shares_are_of_all_processors_time_between_two_readings()
    {
        ProcessorTimes before = new(Ticks(1000), Ticks(500), Ticks(10), Ticks(100)),
            after = new(Ticks(1200), Ticks(550), Ticks(20), Ticks(150));
        HostReading reading = after.Since(before, new HostReading());
        Assert.That((reading.Idle, reading.Stolen, reading.Others), Is.EqualTo((0.25, 0.05, 0.45)));
    }

    [Test]
    public void Rounding_makes_no_negative_share() =>
        Assert.That(new ProcessorTimes(Ticks(10), Ticks(5), Ticks(0), Ticks(6))
            .Since(new(Ticks(0), Ticks(0), Ticks(0), Ticks(0)), new HostReading()).Others, Is.Zero);

    [Test]
    public void Without_the_systems_figures_there_are_no_times() => Assert.That(ProcessorTimes.Of(7, _proc.Path), Is.Null);

    [Test, Platform("Linux")]
    public void This_host_reports_times()
    {
        ProcessorTimes times = ProcessorTimes.Of(Environment.ProcessId)!;
        Assert.That(times.Own, Is.GreaterThan(Duration.Zero).And.LessThan(times.All));
    }

    [Test]
    public void A_watch_sees_at_least_one_nap() => Assert.That(new HostWatch().Stop().Stalled, Is.InRange(0, 1));

    private static Duration Ticks(int count) => Duration.FromMilliseconds(10 * count);

    private void Stat(params string[] lines) => File.WriteAllLines(Path.Combine(_proc.Path, "stat"), lines);

    private void Process(int id, int parent, string name, int user, int system, int endedUser, int endedSystem)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_proc.Path, $"{id}")).FullName;
        File.WriteAllText(Path.Combine(folder, "stat"),
            $"{id} ({name}) S {parent} 1 1 0 -1 0 0 0 0 0 {user} {system} {endedUser} {endedSystem} 20 0 1 0 0");
    }
}
