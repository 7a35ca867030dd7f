using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class CircuitRowTests
{
    private const string Columns =
        "Name                  Region        Type  Requested  Allowed  Path    Current  Used    By      Mode       Delay ms  Lost %  Queue "
            + "kB  P50 ms  P99 ms  Unacked kB  Window kB  Stalls  Resent";

    private static readonly string[] Answer =
    [
        Columns,
        "Viewer 13             Testbed       Rt    3000    3000     2028    2025    1752    delay   delay      2.5       0.7     4.1       "
            + "20.5    32.8    33.9        153.8      0       31",
        "Viewer 3              Testbed       Cd    -       534      500     500     0       -       delay      0.0       -       0.0       "
            + "0.0     0.0     0.000       64.0       0       0",
        "Viewer 3              Testbed       Rt    1000    900      800     700     600     delay   delay      2.5       0.7     4.1       "
            + "20.5    32.8    0.057       153.8      4       5",
    ];

    [Test]
    public void The_row_of_a_root_agent_is_found_by_its_name()
    {
        Assert.That(CircuitRow.Find(Answer, "Viewer 3"), Is.EqualTo(new CircuitRow(900, 700, 600, "delay", 32.8, 0.057, 153.8, 4, 5)));
        Assert.That(CircuitRow.Find(Answer, "Viewer 1"), Is.Null);
    }

    [Test]
    public void Few_unacknowledged_bytes_are_read_exactly()
    {
        Assert.That(CircuitRow.Find(Answer, "Viewer 3")!.UnackedBytes, Is.EqualTo(57));
        Assert.That(CircuitRow.Find(Answer, "Viewer 13")!.UnackedBytes, Is.EqualTo(33_900));
    }
}
