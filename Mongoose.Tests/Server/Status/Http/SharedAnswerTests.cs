using Mongoose.Core.Status.Http;
using Mongoose.Server.Status.Http;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>Readers of the same second get the same answer.</summary>
public sealed class SharedAnswerTests
{
    private readonly TestClock _clock = new();
    private SharedAnswer<long> _shared = null!;
    private int _computed;

    [SetUp]
    public void SetUp() => (_shared, _computed) = (new SharedAnswer<long>(_clock), 0);

    [Test]
    public void An_answer_is_used_for_a_second()
    {
        Answer first = Get(0);
        _clock.Advance(999);
        Assert.That(Get(0), Is.SameAs(first));
        _clock.Advance(1);
        Assert.That(Get(0), Is.Not.SameAs(first));
        Assert.That(_computed, Is.EqualTo(2));
    }

    [Test]
    public void The_second_begins_when_the_answer_has_been_computed()
    {
        Answer slow = _shared.Get(0, key =>
        {
            _clock.Advance(5000);
            return Compute(key);
        });
        _clock.Advance(999);
        Assert.That(Get(0), Is.SameAs(slow));
    }

    [Test]
    public void Another_key_has_another_answer()
    {
        Assert.That(Get(1).Status, Is.EqualTo(1));
        Assert.That(Get(2).Status, Is.EqualTo(2));
        Assert.That(Get(2).Status, Is.EqualTo(2));
        Assert.That(_computed, Is.EqualTo(2));
    }

    [Test]
    public void A_failure_is_not_kept()
    {
        Assert.That(() => _shared.Get(0, _ => throw new InvalidOperationException()), Throws.InvalidOperationException);
        Assert.That(Get(0).Status, Is.Zero);
    }

    [Test]
    public async Task One_thread_computes_while_the_others_wait()
    {
        using ManualResetEventSlim isComputing = new(), mayEnd = new();
        Task<Answer> first = Task.Factory.StartNew(() => _shared.Get(0, key =>
        {
            isComputing.Set();
            mayEnd.Wait();
            return Compute(key);
        }), TaskCreationOptions.LongRunning);
        isComputing.Wait();
        Task<Answer>[] others = Enumerable.Range(0, 20)
            .Select(_ => Task.Factory.StartNew(() => Get(0), TaskCreationOptions.LongRunning)).ToArray();
        Assert.That(others.Any(other => other.IsCompleted), Is.False);
        mayEnd.Set();
        Assert.That(await Task.WhenAll(others), Is.All.SameAs(await first));
        Assert.That(_computed, Is.EqualTo(1));
    }

    private Answer Get(long key) => _shared.Get(key, Compute);

    private Answer Compute(long key)
    {
        Interlocked.Increment(ref _computed);
        return new Answer((int)key, "", []);
    }
}
