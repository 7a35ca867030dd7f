using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Processes;
using Mongoose.Runtime.Statistics;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

[NonParallelizable] // It measures processor time.
public sealed class ModuleManyCircuitsTests : ModuleFixture
{
    private const int Busy = 20, Idle = 50;
    private const double Mbps = 1.5;

    /// <summary>
    /// The allowed extra cost of polling an idle circuit compared with stock: Mongoose checks more, and more often after the circuit has
    /// sent a packet.
    /// </summary>
    private const double IdlePoll = 1.5;

    /// <summary>
    /// The allowed extra cost of an evenly spaced packet compared with a packet of stock's bursts. The outbound thread wakes up to 500
    /// times per second (stock: 60 times), and textures are turned into packets five at a time (stock: 20), so that they are not queued for
    /// long.
    /// </summary>
    private const double Spacing = 0.3;

    /// <summary>
    /// Idle threads of .NET's pool spin before they sleep. Spinning takes half of a simulator's processor time and varies with the timing
    /// of packets, but does no work. Without it, the processor times of both simulators are repeatable within a few percent.
    /// </summary>
    private static readonly Dictionary<string, string> NoSpinning = new() { ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0" };

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Idle, Environment = NoSpinning };

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin) => Stock(bin);

    [OneTimeSetUp]
    public void LoadTextures() => Both(() => LoadTextures(Grid), () => LoadTextures(Second));

    [Test, Order(1), Measured]
    public void Idle_circuits_cost_the_loop_almost_nothing()
    {
        double loop = IdleLoop(Grid);
        TestContext.Out.WriteLine($"{Idle} idle circuits: loop {loop:0.0%} of a core");
        if (loop < 0.02)
            return;
        // On a slow processor, compare with stock.
        double stock = IdleLoop(Second);
        TestContext.Out.WriteLine($"stock: loop {stock:0.0%} of a core");
        Assert.That(loop, Is.LessThanOrEqualTo(stock * (1 + IdlePoll)));
    }

    [Test, Order(2), Measured]
    public void A_walker_keeps_the_loop_busy_for_everyone_who_sees_it_at_little_cost()
    {
        GridVisit[] visits = ArriveIdle(Grid);
        double loop = 0;
        AgesWhile(visits[0], visits[1], () => loop = ProcessorShare(Grid, seconds: 8).Loop);
        TestContext.Out.WriteLine($"{Idle} circuits with one walker: loop {loop:0.0%} of a core");
        Assert.That(loop, Is.LessThan(0.15));
    }

    [Test, Order(3), Measured]
    public void Twenty_busy_circuits_each_get_their_rate_and_a_megabit_costs_little_more_than_in_stock()
    {
        // Both are measured at the same time, so that the host and its caches affect both in the same way.
        GridVisit[] visits = new GridVisit[Busy], stockVisits = new GridVisit[Busy];
        Both(() => Arrive(Grid, visits), () => Arrive(Second, stockVisits));
        Thread.Sleep(5000);
        Load load = default, stock = default;
        Both(() => load = Measure(Grid, visits), () => stock = Measure(Second, stockVisits));

        double min = load.Shares.Min(), jain = Fairness.JainsIndex(load.Shares);
        TestContext.Out.WriteLine($"Mongoose: minimum {min:0.0%}, Jain {jain:0.0000}, {load}\nstock: {stock}");
        Assert.Multiple(() =>
        {
            Assert.That(min, Is.GreaterThanOrEqualTo(0.97));
            Assert.That(jain, Is.GreaterThanOrEqualTo(0.99));
            Assert.That(load.Loop, Is.LessThan(0.30));
            Assert.That(load.SecondsPerMbit, Is.LessThanOrEqualTo(stock.SecondsPerMbit * (1 + Spacing)));
        });
    }

    private double IdleLoop(OpenSimInstance grid)
    {
        ArriveIdle(grid);
        return ProcessorShare(grid, seconds: 10).Loop;
    }

    private GridVisit[] ArriveIdle(OpenSimInstance grid)
    {
        GridVisit[] visits = new GridVisit[Idle];
        grid.Console.Ask("region set agent-limit 100");
        SomeAtOnce(Idle, i => visits[i] = Visit(new ViewerOptions { Throttle = Circuit(Mbps) }, grid: grid));
        Thread.Sleep(3000);
        return visits;
    }

    private void Arrive(OpenSimInstance grid, GridVisit[] visits)
    {
        ViewerOptions options = new()
        {
            Throttle = Circuit(Mbps),
            Textures = Textures(),
            RepeatTextures = true,
            AckDelay = Duration.FromMilliseconds(100), // the ack delay of viewers based on Second Life's
        };
        SomeAtOnce(visits.Length, i => visits[i] = Visit(options, grid: grid));
    }

    private Load Measure(OpenSimInstance grid, GridVisit[] visits)
    {
        long[] before = Received(visits);
        Instant from = Loop.Now;
        (double loop, double all) = ProcessorShare(grid, seconds: 12);
        Duration time = Loop.Now - from;
        double[] rates = Received(visits).Zip(before, (late, early) => DataRate.Of(late - early, time).MegabitsPerSecond).ToArray();
        return new Load(rates.Select(rate => rate / Mbps).ToArray(), loop, all / rates.Sum());
    }

    private static long[] Received(IEnumerable<GridVisit> visits) =>
        visits.Select(visit => visit.Read(viewer => Enum.GetValues<Channel>().Sum(channel => viewer.Reception(channel).Bytes))).ToArray();

    /// <summary>The fractions of a core that the outbound thread and the whole process use.</summary>
    private static (double Loop, double All) ProcessorShare(OpenSimInstance grid, double seconds)
    {
        ThreadTimes before = grid.ThreadTimes();
        Duration used = grid.ProcessorTime;
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        IReadOnlyDictionary<string, Duration> threads = grid.ThreadTimes().Since(before);
        TestContext.Out.WriteLine(string.Join(", ", threads.OrderByDescending(thread => thread.Value).Take(8)
            .Select(thread => $"{thread.Key} {thread.Value.Seconds / seconds:0.0%}")));
        double loop = threads.Where(thread => thread.Key.StartsWith("Outgoing Packet", StringComparison.Ordinal))
            .Sum(thread => thread.Value.Seconds);
        return (loop / seconds, (grid.ProcessorTime - used).Seconds / seconds);
    }

    /// <summary>
    /// The fractions of the requested rates that circuits got, the loop's fraction of a core, and the processor time of the whole process.
    /// </summary>
    private readonly record struct Load(double[] Shares, double Loop, double SecondsPerMbit)
    {
        public override string ToString() =>
            $"mean {Shares.Average():0.0%}, loop {Loop:0.0%} of a core, {SecondsPerMbit * 1e3:0.00} ms of processor per Mbit";
    }
}
