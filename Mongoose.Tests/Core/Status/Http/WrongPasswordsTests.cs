using Mongoose.Core.Status.Http;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Http;

/// <summary>A password cannot be guessed quickly.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class WrongPasswordsTests
{
    private readonly WrongPasswords _wrong = new();
    private Instant _now = Instant.FromSeconds(1000);

    [Test]
    public void Each_reader_is_counted_on_its_own()
    {
        Guess("192.0.2.7", 10);
        Guess("192.0.2.8", 9);
        Assert.That((IsRefused("192.0.2.7"), IsRefused("192.0.2.8"), IsRefused("192.0.2.9")), Is.EqualTo((true, false, false)));
    }

    [Test]
    public void A_reader_waits_until_the_minute_since_its_first_guess_is_over()
    {
        Guess("192.0.2.7", 1);
        _now += Duration.FromSeconds(20);
        Guess("192.0.2.7", 9);
        Assert.That(_wrong.WaitOf("192.0.2.7", _now), Is.EqualTo(Duration.FromSeconds(40)));
        _now += Duration.FromSeconds(40);
        Assert.That(IsRefused("192.0.2.7"), Is.False);
    }

    [Test]
    public void Ten_wrong_passwords_in_more_than_a_minute_refuse_no_one()
    {
        Guess("192.0.2.7", 9);
        _now += WrongPasswords.Period;
        Guess("192.0.2.7", 9);
        Assert.That(IsRefused("192.0.2.7"), Is.False);
    }

    [Test]
    public void The_memory_of_many_readers_is_bounded_and_a_reader_that_guesses_nothing_never_waits()
    {
        for (int i = 0; i < WrongPasswords.MaxReaders + 10; i++)
        {
            Guess($"10.0.{i / 256}.{i % 256}", 10);
            _now += Duration.FromMilliseconds(1);
        }
        Assert.That(_wrong.Readers, Is.EqualTo(WrongPasswords.MaxReaders));
        Assert.That(IsRefused("10.1.0.1"), Is.False);
        Assert.That(IsRefused("10.0.0.1"), Is.False, "the oldest are forgotten");
        Assert.That(IsRefused("10.0.3.1"), Is.True);
        _now += WrongPasswords.Period;
        Guess("10.1.0.1", 1);
        Assert.That(_wrong.Readers, Is.EqualTo(1), "those of the minute before are forgotten");
    }

    [Test]
    public void Operators_learn_of_the_last_guess_that_is_allowed_once_a_minute_at_most()
    {
        Assert.That(Guess("192.0.2.7", 10), Is.EqualTo(1));
        Assert.That(Guess("192.0.2.8", 10), Is.Zero);
        _now += WrongPasswords.Period;
        Assert.That(Guess("192.0.2.9", 10), Is.EqualTo(1));
    }

    /// <summary>Returns of how many guesses operators learn.</summary>
    private int Guess(string reader, int times) => Enumerable.Range(0, times).Count(_ => _wrong.Add(reader, _now));

    private bool IsRefused(string reader) => _wrong.WaitOf(reader, _now) > Duration.Zero;
}
