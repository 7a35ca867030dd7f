using Mongoose.Core.Units;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>How long work waits for a thread of the pool.</summary>
public sealed class PoolProbeTests
{
    private readonly Queue<WaitCallback> _pool = new();
    private Instant _now = Instant.FromSeconds(10);
    private PoolProbe _probe = null!;

    [SetUp]
    public void Ask()
    {
        _probe = new PoolProbe(_pool.Enqueue, () => _now);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.Zero), "nothing has waited yet");
    }

    [Test]
    public void Work_that_a_thread_takes_at_once_has_not_waited()
    {
        Run();
        Pass(1);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void Work_that_no_thread_takes_waits_longer_and_longer_and_no_other_is_queued()
    {
        Pass(1);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.FromSeconds(1)));
        Pass(1);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.FromSeconds(2)));
        Assert.That(_pool, Has.Count.EqualTo(1));
    }

    [Test]
    public void Its_wait_is_known_once_a_thread_has_come_and_the_next_work_waits_anew()
    {
        Pass(0.7);
        Run();
        Pass(0.3);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.FromSeconds(0.7)));
        Run();
        Pass(1);
        Assert.That(_probe.Take(), Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void After_a_failure_of_the_pool_it_asks_again()
    {
        Queue<Action<WaitCallback>> pool = new([_ => throw new OutOfMemoryException(), work => work(null)]);
        PoolProbe probe = new(work => pool.Dequeue()(work), () => _now);
        Assert.That(probe.Take, Throws.InstanceOf<OutOfMemoryException>());
        Pass(1);
        Assert.That(probe.Take(), Is.EqualTo(Duration.Zero));
        Assert.That(pool, Is.Empty);
    }

    [Test]
    public void A_thread_of_the_real_pool_comes()
    {
        using ManualResetEventSlim came = new();
        int own = Environment.CurrentManagedThreadId;
        new PoolProbe(Clock).Take();
        Assert.That(came.Wait(TimeSpan.FromMinutes(1)));

        Instant Clock()
        {
            if (Environment.CurrentManagedThreadId != own)
                came.Set();
            return _now;
        }
    }

    private void Run() => _pool.Dequeue()(null);

    private void Pass(double seconds) => _now += Duration.FromSeconds(seconds);
}
