using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>The health of the process.</summary>
public sealed class ProcessSamplerTests
{
    private static readonly Instant Start = Instant.FromSeconds(50);

    /// <summary>A pool whose threads come at once.</summary>
    private static PoolProbe Free => new(work => work(null), () => Start);

    private ProcessReading _reading = new(TimeSpan.FromSeconds(100), TimeSpan.FromSeconds(3), Queued: 0, MemoryBytes: 1);

    [Test]
    public void Processor_time_and_pauses_are_those_since_the_last_sample()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        Assert.That(sampler.Sample([], Start), Has.Property("UsedCores").Zero.And.Property("Paused").Zero);
        _reading = new(TimeSpan.FromSeconds(103), TimeSpan.FromSeconds(3.5), Queued: 7, MemoryBytes: 400);
        ProcessHealth health = sampler.Sample([], Start + Duration.FromSeconds(2));
        Assert.Multiple(() =>
        {
            Assert.That(health.UsedCores, Is.EqualTo(1.5).Within(1e-9));
            Assert.That(health.Paused, Is.EqualTo(0.25).Within(1e-9));
            Assert.That((health.QueuedWork, health.MemoryBytes), Is.EqualTo((7, 400)));
            Assert.That((sampler.Totals.ProcessorSeconds, sampler.Totals.PausedSeconds), Is.EqualTo((103, 3.5)));
        });
    }

    [Test]
    public void A_quota_limits_the_cores_and_stops_the_process()
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/sys/fs/cgroup/a/cpu.max", "12000 100000");
        host.Write("/sys/fs/cgroup/a/cpu.stat", "usage_usec 0\nthrottled_usec 0");
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        sampler.Sample([], Start);
        host.Write("/sys/fs/cgroup/a/cpu.stat", "usage_usec 120000\nthrottled_usec 880000");
        ProcessHealth health = sampler.Sample([], Start + Duration.FromSeconds(1));
        Assert.That((health.AllowedCores, health.HostCores), Is.EqualTo((0.12, 4)));
        Assert.That(health.Throttled, Is.EqualTo(0.88).Within(1e-9));
        host.Write("/sys/fs/cgroup/a/cpu.stat", "usage_usec 240000\nthrottled_usec 1760000");
        sampler.Sample([], Start + Duration.FromSeconds(2));
        Assert.That(sampler.Totals.ThrottledSeconds, Is.EqualTo(1.76).Within(1e-9));
    }

    [TestCase("0-3", 4)]
    [TestCase("1", 1)]
    [TestCase("0-1,3", 3)]
    public void Affinity_limits_the_cores(string allowed, double cores)
    {
        using FakeHost host = FakeHost.WithGroup("/");
        host.Write("/proc/self/status", $"Name:\tdotnet\nCpus_allowed_list:\t{allowed}\nMems_allowed_list:\t0\n");
        ProcessHealth health = new ProcessSampler(host.Files, () => _reading, Free).Sample([], Start);
        Assert.That((health.AllowedCores, health.HostCores), Is.EqualTo((cores, 4)));
    }

    [Test]
    public void The_host_s_use_counts_work_and_neither_waiting_nor_stolen_time_which_is_a_figure_of_its_own()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        host.Write("/proc/stat", "cpu  100 0 50 800 50 0 0 0 30 0\ncpu0 1 2 3\n");
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        Assert.That(sampler.Sample([], Start).HostUsedCores, Is.Null);
        host.Write("/proc/stat", "cpu  150 10 70 900 110 5 15 140 99 0\n");
        ProcessHealth health = sampler.Sample([], Start + Duration.FromSeconds(1));
        Assert.That(health.HostUsedCores, Is.EqualTo(4 * 100 / 400.0).Within(1e-9));
        Assert.That(health.Stolen, Is.EqualTo(140 / 240.0).Within(1e-9));
    }

    [Test]
    public void Pages_of_memory_that_a_disk_held_are_counted_by_the_second()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        host.Write("/proc/self/stat", Stat(major: 100));
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        Assert.That(sampler.Sample([], Start).PagesRead, Is.Null);
        host.Write("/proc/self/stat", Stat(major: 350));
        Assert.That(sampler.Sample([], Start + Duration.FromSeconds(2)).PagesRead, Is.EqualTo(125).Within(1e-9));

        static string Stat(int major) => $"4711 (Open) Sim 1) S 1 4711 4711 0 -1 4194560 88021 12 {major} 3 40 7 0 0 20 0 61 0 815 0 0\n";
    }

    [Test]
    public void Work_waits_for_a_thread_of_the_pool()
    {
        using FakeHost host = new();
        Instant now = Start;
        ProcessSampler sampler = new(host.Files, () => _reading, new PoolProbe(_ => { }, () => now));
        Assert.That(sampler.Sample([], now).WorkWait, Is.EqualTo(Duration.Zero));
        now += Duration.FromSeconds(1);
        Assert.That(sampler.Sample([], now).WorkWait, Is.EqualTo(Duration.FromSeconds(1)));
    }

    [Test]
    public void A_host_that_tells_nothing_leaves_figures_out()
    {
        using FakeHost host = new();
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        sampler.Sample([], Start);
        ProcessHealth health = sampler.Sample([], Start + Duration.FromSeconds(1));
        Assert.That(new[] { health.HostUsedCores, health.Throttled, health.Stolen, health.PagesRead }, Is.All.Null);
        Assert.That((health.HostCores, health.AllowedCores), Is.EqualTo((Environment.ProcessorCount, (double)Environment.ProcessorCount)));
    }

    [Test]
    public void Two_samples_at_one_moment_divide_by_nothing()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        sampler.Sample([], Start);
        _reading = _reading with { Processor = TimeSpan.FromSeconds(900) };
        Assert.That(sampler.Sample([], Start).UsedCores, Is.Zero);
    }

    [Test]
    public void The_thread_that_is_late_for_longest_counts()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        ProcessSampler sampler = new(host.Files, () => _reading, Free);
        LoopCounters punctual = new(), late = new();
        sampler.Sample([punctual, late], Start);
        foreach (int pass in Enumerable.Range(0, 5))
        {
            Pass(punctual, Start + Duration.FromSeconds(0.2 * pass), delay: 0.001);
            Pass(late, Start + Duration.FromSeconds(0.2 * pass), delay: 0.11);
        }
        ProcessHealth health = sampler.Sample([punctual, late], Start + Duration.FromSeconds(1));
        Assert.That(health.Late, Is.EqualTo(0.5).Within(1e-6), "what exceeds 10 ms");
        Assert.That(health.Lateness.Milliseconds, Is.EqualTo(110).Within(1e-6));
        health = sampler.Sample([punctual, late], Start + Duration.FromSeconds(2));
        Assert.That((health.Late, health.Lateness), Is.EqualTo((0, Duration.Zero)));
    }

    [Test]
    public void The_process_of_this_test_is_read()
    {
        ProcessSampler sampler = new(() => OutboundThread.Now);
        sampler.Sample([], Start);
        ProcessHealth health = sampler.Sample([], Start + Duration.FromSeconds(1000));
        Assert.Multiple(() =>
        {
            Assert.That(health.MemoryBytes, Is.GreaterThan(10_000_000));
            Assert.That(health.AllowedCores, Is.Positive.And.AtMost(health.HostCores));
            Assert.That(health.HostUsedCores, Is.Null.Or.InRange(0, health.HostCores));
            Assert.That(sampler.Totals.ProcessorSeconds, Is.Positive);
        });
    }

    private static void Pass(LoopCounters loop, Instant due, double delay)
    {
        loop.Expect(due);
        Instant began = due + Duration.FromSeconds(delay);
        loop.Begin(due, began);
        loop.End(Duration.FromMilliseconds(1));
        loop.Expect(Instant.Never);
    }
}
