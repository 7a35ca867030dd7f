using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Time;

public sealed class AlarmTests
{
    [Test]
    public void It_fires_at_the_time_it_was_moved_to_and_at_no_other()
    {
        SimulatedScheduler clock = new();
        List<double> fired = [];
        Alarm alarm = new(clock, () => fired.Add(clock.Now.Seconds));
        alarm.Set(Instant.FromSeconds(5));
        alarm.Set(Instant.FromSeconds(9)); // later
        alarm.Set(Instant.FromSeconds(3)); // earlier
        alarm.SetNoLaterThan(Instant.FromSeconds(4));
        Assert.That(alarm.Due, Is.EqualTo(Instant.FromSeconds(3)));
        clock.RunUntil(Instant.FromSeconds(20));
        Assert.That(fired, Is.EqualTo(new[] { 3.0 }));
        Assert.That(alarm.Due, Is.EqualTo(Instant.Never));

        alarm.SetNoLaterThan(Instant.FromSeconds(25));
        alarm.Cancel();
        clock.RunUntil(Instant.FromSeconds(30));
        alarm.Set(Instant.FromSeconds(10)); // long past
        clock.RunUntil(Instant.FromSeconds(40));
        Assert.That(fired, Is.EqualTo(new[] { 3.0, 30 }));
    }

    [Test]
    public void An_alarm_that_sets_itself_in_its_action_keeps_its_own_interval()
    {
        SimulatedScheduler clock = new();
        int fired = 0;
        Alarm alarm = null!;
        alarm = new Alarm(clock, () =>
        {
            fired++;
            alarm.Set(clock.Now + Duration.FromSeconds(1));
        });
        alarm.Set(Instant.FromSeconds(50));
        alarm.Set(Instant.FromSeconds(1)); // The event at 50 s is still in the queue.
        clock.RunUntil(Instant.FromSeconds(100.5));
        Assert.That(fired, Is.EqualTo(100));
    }

    /// <summary>
    /// The model is one variable: when the alarm is due. Commands run at odd times, alarms at even times: their order is never in doubt.
    /// </summary>
    [ForAll(MaxTest = 500, Replay = "20261121,5")]
    public void It_fires_exactly_when_due_whatever_was_set_before(int seed)
    {
        Random random = new(seed);
        SimulatedScheduler clock = new();
        Instant? due = null;
        int fired = 0;
        Alarm alarm = null!;
        alarm = new Alarm(clock, () =>
        {
            fired++;
            Assert.That(due, Is.EqualTo(clock.Now), "it must fire when due, and once");
            due = null;
            if (random.Next(3) == 0)
                Command();
        });
        long at = 1;
        for (int i = 0; i < 60; i++, at += 2 * random.Next(1, 20))
            clock.At(new Instant(at), Command);
        clock.RunUntil(new Instant(at + 1000));
        Assert.That(due, Is.Null, "it was due and did not fire");

        void Command()
        {
            Assert.That(due is null || due >= clock.Now, "it was due and did not fire");
            Instant time = new((clock.Now.Nanoseconds + random.Next(-10, 60)) / 2 * 2);
            switch (random.Next(4))
            {
                case 0:
                    alarm.Cancel();
                    due = null;
                    break;
                case 1:
                    alarm.SetNoLaterThan(time);
                    if (due is null || time < due)
                        due = Instant.Max(time, clock.Now);
                    break;
                default:
                    alarm.Set(time);
                    due = Instant.Max(time, clock.Now);
                    break;
            }
        }
    }
}
