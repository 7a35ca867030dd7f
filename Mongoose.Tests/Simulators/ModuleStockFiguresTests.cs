using System.Text.RegularExpressions;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>The figures on the console and in OpenSim's statistics while Mongoose is disabled.</summary>
[NonParallelizable] // It measures.
public sealed class ModuleStockFiguresTests : FiguresFixture
{
    [Test, Measured]
    public void Figures_are_updated_while_stock_throttles_are_in_use()
    {
        GridVisit visit = Busy();
        Grid.Console.Ask("mongoose disable");
        Thread.Sleep(2500);
        (long before, Instant from) = Received(visit);
        double sentBefore = Sent(), ownBefore = Statistic("OwnBytes"), borrowedBefore = Statistic("BorrowedBytes");
        Thread.Sleep(3000);
        double use = Column(CircuitLine(visit), 4);
        (long after, Instant to) = Received(visit);
        double received = DataRate.Of(after - before, to - from).KilobitsPerSecond,
            sent = 8 * (Statistic("OwnBytes") - ownBefore) / (to - from).Milliseconds;
        TestContext.Out.WriteLine($"received {received:0} kbit/s; the console shows {use:0} kbit/s as use, "
            + $"own bytes amount to {sent:0} kbit/s");
        Assert.Multiple(() =>
        {
            Assert.That(received, Is.InRange(100, 900), "stock's rate");
            Assert.That(use, Is.EqualTo(received).Within(15).Percent);
            Assert.That(sent, Is.EqualTo(received).Within(15).Percent);
            Assert.That(Sent(), Is.GreaterThan(sentBefore));
            Assert.That(Statistic("BorrowedBytes"), Is.EqualTo(borrowedBefore), "stock lends nothing");
            Assert.That(Statistic("SentRate"), Is.EqualTo(received).Within(25).Percent);
        });
    }

    private (long Bytes, Instant At) Received(GridVisit visit) =>
        visit.Read(viewer => (Enum.GetValues<Channel>().Sum(channel => viewer.Reception(channel).Bytes), Loop.Now));

    private string CircuitLine(GridVisit visit)
    {
        OpenSimUser user = OpenSimUser.Number(BitConverter.ToInt32(visit.Login.AgentId.ToByteArray()));
        string line = Grid.Console.Ask("mongoose show circuits").Single(row => Regex.IsMatch(row, $@"\b{user.First} {user.Last}\s"));
        return line[(line.IndexOf(" Rt ", StringComparison.Ordinal) + 4)..];
    }
}
