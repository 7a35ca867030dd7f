using Mongoose.Core.Units;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>What control groups allow the process.</summary>
public sealed class ProcessorQuotaTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);

    [Test]
    public void The_lowest_limit_of_a_group_and_those_above_it_counts()
    {
        using FakeHost host = FakeHost.WithGroup("/grid/plaza.service");
        host.Write("/sys/fs/cgroup/grid/plaza.service/cpu.max", "max 100000\n");
        host.Write("/sys/fs/cgroup/grid/cpu.max", "150000 100000\n");
        Assert.That(Read(host).Cores, Is.EqualTo(1.5));
        host.Write("/sys/fs/cgroup/grid/plaza.service/cpu.max", "12000 100000\n");
        Assert.That(Read(host).Cores, Is.EqualTo(0.12));
    }

    [Test]
    public void Throttled_time_is_that_since_the_last_call_in_the_group_that_was_stopped_for_longest()
    {
        using FakeHost host = FakeHost.WithGroup("/grid/plaza.service");
        host.Write("/sys/fs/cgroup/grid/plaza.service/cpu.stat", "usage_usec 9\nnr_throttled 7\nthrottled_usec 1000000\n");
        host.Write("/sys/fs/cgroup/grid/cpu.stat", "usage_usec 9\nnr_throttled 7\nthrottled_usec 5000000\n");
        ProcessorQuota quota = new(host.Files);
        Assert.That(quota.TakeThrottled(Second), Is.Zero);
        host.Write("/sys/fs/cgroup/grid/plaza.service/cpu.stat", "usage_usec 9\nthrottled_usec 1250000\n");
        host.Write("/sys/fs/cgroup/grid/cpu.stat", "usage_usec 9\nthrottled_usec 5100000\n");
        Assert.That(quota.TakeThrottled(Second), Is.EqualTo(0.25));
        Assert.That(quota.TakeThrottled(Second), Is.Zero);
    }

    [TestCase(120, 880, 0.88, TestName = "One thread that a quota of 12 % stops")]
    [TestCase(120, 1880, 0.94, TestName = "Two threads that a quota of 12 % stops")]
    [TestCase(2000, 6000, 0.75, TestName = "Eight threads that a quota of two cores stops")]
    [TestCase(2000, 1000, 1 / 3.0, TestName = "Three threads that a quota of two cores stops")]
    [TestCase(300, 50, 0.05, TestName = "A thread that mostly sleeps")]
    public void The_time_of_several_cores_is_a_part_of_the_time(int used, int throttled, double part)
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/sys/fs/cgroup/a/cpu.stat", "usage_usec 70\nthrottled_usec 5\n");
        ProcessorQuota quota = new(host.Files);
        quota.TakeThrottled(Second);
        host.Write("/sys/fs/cgroup/a/cpu.stat", $"usage_usec {70 + 1000 * used}\nthrottled_usec {5 + 1000 * throttled}\n");
        Assert.That(quota.TakeThrottled(Second), Is.EqualTo(part).Within(1e-9));
    }

    [Test]
    public void Groups_of_version_1_are_read_beside_those_of_version_2()
    {
        using FakeHost host = new();
        host.Write("/proc/self/cgroup", "4:memory:/other\n2:cpu,cpuacct:/docker/1f\n0::/\n");
        host.Write("/proc/self/mountinfo", """
            30 22 0:27 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            31 30 0:28 /docker/1f /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            34 30 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            40 30 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """);
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "30000\n");
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 5\nnr_throttled 2\nthrottled_time 1000\n");
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpuacct.usage", "50\n");
        ProcessorQuota quota = new(host.Files);
        Assert.That((quota.TakeThrottled(Second), quota.Cores), Is.EqualTo(((double?)0, (double?)0.3)));
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "throttled_time 3000001000\n");
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpuacct.usage", "1000000050\n");
        host.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        Assert.That((quota.TakeThrottled(Second), quota.Cores), Is.EqualTo(((double?)0.75, (double?)null)));
    }

    [Test]
    public void A_process_that_is_moved_is_found_in_its_new_group()
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/sys/fs/cgroup/a/cpu.max", "50000 100000");
        host.Write("/sys/fs/cgroup/a/cpu.stat", "throttled_usec 5");
        host.Write("/sys/fs/cgroup/b/cpu.max", "20000 100000");
        host.Write("/sys/fs/cgroup/b/cpu.stat", "throttled_usec 700000");
        ProcessorQuota quota = new(host.Files);
        quota.TakeThrottled(Second);
        Assert.That(quota.Cores, Is.EqualTo(0.5));
        host.Write("/proc/self/cgroup", "0::/b\n");
        Assert.That((quota.TakeThrottled(Second), quota.Cores), Is.EqualTo(((double?)0, (double?)0.2)),
            "others made the time that the group has been throttled before");
    }

    [Test]
    public void The_outermost_group_is_never_throttled()
    {
        using FakeHost host = FakeHost.WithGroup("/");
        host.Write("/sys/fs/cgroup/cpu.stat", "usage_usec 77\n");
        Assert.That((Read(host).Throttled, Read(host).Cores), Is.EqualTo(((double?)0, (double?)null)));
    }

    [Test]
    public void Files_that_disappear_make_the_time_unknown()
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/sys/fs/cgroup/a/cpu.stat", "throttled_usec 5");
        ProcessorQuota quota = new(host.Files);
        Assert.That(quota.TakeThrottled(Second), Is.Zero);
        host.Delete("/sys/fs/cgroup/a/cpu.stat");
        Assert.That(quota.TakeThrottled(Second), Is.Null);
        host.Delete("/proc/self/cgroup");
        Assert.That((quota.TakeThrottled(Second), quota.Cores), Is.EqualTo(((double?)null, (double?)null)));
    }

    [TestCase("")]
    [TestCase("0")]
    [TestCase("0:")]
    [TestCase("0::")]
    [TestCase("0::/../elsewhere")]
    [TestCase("0::/a\0b")]
    [TestCase("nonsense\n::::\n7:cpu:/x\n")]
    public void Text_that_nobody_expects_is_no_limit(string text)
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/proc/self/cgroup", text);
        host.Write("/proc/self/mountinfo", "\u0001\n - \na b c / /x y - cgroup2\n");
        Assert.That((Read(host).Throttled, Read(host).Cores), Is.EqualTo(((double?)null, (double?)null)));
    }

    [TestCase("max 100000")]
    [TestCase("100000")]
    [TestCase("-1 100000")]
    [TestCase("5000 0")]
    [TestCase("a b")]
    public void A_group_without_a_valid_quota_has_no_limit(string text)
    {
        using FakeHost host = FakeHost.WithGroup("/a");
        host.Write("/sys/fs/cgroup/a/cpu.max", text);
        Assert.That(Read(host).Cores, Is.Null);
    }

    private static (double? Throttled, double? Cores) Read(FakeHost host)
    {
        ProcessorQuota quota = new(host.Files);
        return (quota.TakeThrottled(Second), quota.Cores);
    }
}
