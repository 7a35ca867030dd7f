using Mongoose.Mixer.Commands;

namespace Mongoose.Tests.Mixer.Commands;

public sealed class FaultLogTests : InTemporaryDirectory
{
    private static readonly string[] Fault =
        ["alice: an error stopped this peer: IndexOutOfRangeException: beyond", "   at A.B()", "   at C.D()"];

    private static readonly DateTimeOffset Time = new(2026, 12, 1, 14, 5, 6, 789, TimeSpan.FromHours(1));

    [Test]
    public void The_file_has_time_peer_and_stack_trace_and_the_console_one_line()
    {
        string path = Path.Combine(Folder, "faults.log");
        FaultLog log = new(path, () => Time);
        log.Check();
        Assert.That(log.Add(Fault), Is.EqualTo(Fault[..1]));
        Assert.That(log.Add(["bob: no route"]), Is.EqualTo(new[] { "bob: no route" }));
        Assert.That(File.ReadAllLines(path),
            Is.EqualTo(new[] { $"2026-12-01T13:05:06.789Z {Fault[0]}", Fault[1], Fault[2], "2026-12-01T13:05:06.789Z bob: no route" }));
    }

    [Test]
    public void Without_a_file_the_console_has_the_stack_trace() =>
        Assert.That(new FaultLog(null, () => Time).Add(Fault), Is.EqualTo(Fault));

    [Test]
    public void A_file_that_cannot_be_written_is_refused_before_the_run_and_loses_no_stack_trace()
    {
        FaultLog log = new(Path.Combine(Folder, "missing", "faults.log"), () => Time);
        Assert.That(log.Check, Throws.TypeOf<OutputException>());
        Assert.That(log.Add(Fault).ToArray()[..3], Is.EqualTo(Fault));
    }
}
