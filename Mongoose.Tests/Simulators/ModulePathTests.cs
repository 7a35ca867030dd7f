using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Viewers without rate control on paths that carry less than the requested rate.</summary>
[NonParallelizable] // It measures.
public sealed class ModulePathTests : ModuleFixture
{
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(6), Measured = TimeSpan.FromSeconds(12);
    private static readonly DataRate Line = DataRate.FromMegabitsPerSecond(2);

    protected override string Configuration => DefaultSettings;

    [OneTimeSetUp]
    public void LoadTextures() => LoadTextures(Grid);

    [Test, Measured]
    public void A_circuit_fills_its_path_with_little_loss_and_the_console_shows_what_limits_it()
    {
        Duration delay = Duration.FromMilliseconds(50);
        LinkOptions line = new() { Rate = Line, Delay = delay, Queue = new() { Limit = QueueLimit.OfBytes(Line.BytesIn(delay * 2)) } };
        GridVisit visit = Visit(Download(3), new LinkOptions { Delay = delay }, line);
        Thread.Sleep(Settling);
        Counts from = CountsOf(visit);
        Thread.Sleep(Measured);
        Counts to = CountsOf(visit);

        double rate = DataRate.Of(to.Bytes - from.Bytes, to.At - from.At).KilobitsPerSecond,
            lost = (to.Lost - from.Lost) / (double)(to.Sent - from.Sent);
        string[] console = [.. Grid.Console.Ask("mongoose show circuits"), .. Grid.Console.Ask($"mongoose show path {Name(visit)}"),
            .. Grid.Console.Ask("show stats mongoose")];
        TestContext.Out.WriteLine($"{rate:0} kbit/s, {lost:0.00%} lost\n{string.Join('\n', console)}");
        Assert.Multiple(() =>
        {
            Assert.That(rate, Is.GreaterThanOrEqualTo(0.93 * Line.KilobitsPerSecond));
            Assert.That(lost, Is.LessThanOrEqualTo(0.03));
            Assert.That(console, Has.Some.Match($@"{Name(visit)} .* (loss|delay) +delay "), "show circuits");
            Assert.That(console.Count(row => Regex.IsMatch(row, @"^\d+ +\d+ +\d+ +(loss|delay) +delay ")), Is.GreaterThan(10), "show path");
            Assert.That(console, Has.Some.Match(@"PathLimited : 1\b"));
        });
    }

    /// <summary>OpenSim's own timer (five pings, of which the first ones count as 20 ms) would send many packets twice.</summary>
    [Test, Measured]
    public void A_bot_that_delays_acks_by_half_a_second_gets_almost_no_duplicates()
    {
        LinkOptions far = new() { Delay = Duration.FromMilliseconds(100) };
        GridVisit visit = Visit(Download(1) with { AckDelay = Duration.FromMilliseconds(500) }, far, far);
        long twice = 0, all = 0;
        Loop.Invoke(() => visit.Viewer.DatagramArrived = datagram =>
        {
            all += datagram.Bytes;
            twice += datagram.IsNew ? 0 : datagram.Bytes;
        });
        Thread.Sleep(TimeSpan.FromSeconds(20));
        (long bytes, long duplicates) = visit.Read(_ => (all, twice));
        TestContext.Out.WriteLine($"{duplicates} of {bytes} bytes arrived twice: {(double)duplicates / bytes:0.00%}");
        Assert.That(bytes, Is.GreaterThan(20 * 0.8 * 125_000));
        Assert.That(duplicates, Is.LessThanOrEqualTo(0.005 * bytes));
    }

    private static ViewerOptions Download(double megabits) =>
        new() { Throttle = Circuit(megabits), Textures = Textures(), TexturesOutstanding = 64, RepeatTextures = true };

    private static string Name(GridVisit visit)
    {
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        return string.Create(CultureInfo.InvariantCulture, $"{user.First} {user.Last}");
    }

    private Counts CountsOf(GridVisit visit) =>
        visit.Read(viewer => new Counts(Loop.Now, viewer.BytesReceived, viewer.Sequences.Sent, viewer.Sequences.Missing));

    private readonly record struct Counts(Instant At, long Bytes, long Sent, long Lost);
}
