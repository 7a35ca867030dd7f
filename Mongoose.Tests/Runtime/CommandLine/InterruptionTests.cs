namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class InterruptionTests
{
    private readonly Clock _clock = new();

    [Test]
    public void The_first_request_ends_in_order_and_the_second_at_once()
    {
        int aborted = 0;
        using Interruption interruption = new(() => aborted++, _clock);
        interruption.Request();
        Assert.That((interruption.Token.IsCancellationRequested, interruption.Again.IsCancellationRequested, aborted),
            Is.EqualTo((true, false, 0)));
        _clock.Milliseconds = 200;
        interruption.Request();
        Assert.That((interruption.Again.IsCancellationRequested, aborted), Is.EqualTo((true, 1)));
    }

    /// <summary>The system may handle a signal on its own thread after the end.</summary>
    [Test]
    public void A_signal_that_is_handled_after_the_end_does_nothing()
    {
        Interruption interruption = new(time: _clock);
        interruption.Dispose();
        Assert.That(interruption.Request, Throws.Nothing);
    }

    /// <summary>timeout signals the process and its group.</summary>
    [Test]
    public void Two_signals_at_the_same_moment_are_one_request()
    {
        using Interruption interruption = new(() => Assert.Fail("aborted"), _clock);
        interruption.Request();
        _clock.Milliseconds = 199;
        interruption.Request();
        Assert.That(interruption.Again.IsCancellationRequested, Is.False);
    }

    private sealed class Clock : TimeProvider
    {
        public long Milliseconds { get; set; }

        public override long TimestampFrequency => 1000;

        public override long GetTimestamp() => Milliseconds;
    }
}
