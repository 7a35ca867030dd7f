using System.Text.Json;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Who limits a visitor: one visitor for each cause, all at the same time. The visitor whom the region's total limits is in a second
/// OpenSim, in a region of the same name.
/// </summary>
[NonParallelizable] // It measures.
public sealed class StatusLimitTests : ModuleFixture
{
    private const string Password = "open-sesame", Seconds = "mongoose_rate_limited_seconds_total";
    private const int Measured = 100, Enough = 95, Soon = 5;

    private static readonly DataRate Line = DataRate.FromMegabitsPerSecond(1), Scene = DataRate.FromMegabitsPerSecond(2);

    private readonly int _port = FreePort.OfTcpAndUdp(), _scenePort = FreePort.OfTcpAndUdp();

    protected override string Settings => Status(_port) + "\nMaxCircuitKbps = 5000";

    protected override OpenSimOptions SecondOptions(OpenSimBin bin) => Options(bin) with
    {
        ExtraIni = $"[Mongoose]\nEnabled = true\n{Status(_scenePort)}\n[ClientStack.LindenUDP]\nscene_throttle_max_bps "
            + $"= {Scene.BytesPerSecond:0}\n",
    };

    [OneTimeSetUp]
    public void LoadTextures() => Both(() => LoadTextures(Grid), () => LoadTextures(Second, SomeTextures()));

    [Test, Measured]
    public void Page_console_and_metrics_name_the_cause_within_five_seconds_and_keep_to_it()
    {
        using StatusHttp status = new(_port, Password), sceneStatus = new(_scenePort, Password);
        Duration far = Duration.FromMilliseconds(40);
        LinkOptions delayed = new() { Delay = far }, policed = delayed with { Policer = new() { Rate = Line, BucketBytes = 16_000 } };
        LinkOptions slow = delayed with { Rate = Line, Queue = new() { Limit = QueueLimit.OfBytes(250_000) } };
        Case[] cases =
        [
            new("viewer", "viewer", Grid, status, Arrive(1)),
            new("cap", "client_cap", Grid, status, Arrive(8)),
            new("loss", "path_loss", Grid, status, Arrive(4, delayed, policed)),
            new("delay", "path_delay", Grid, status, Arrive(4, delayed, slow)),
            new("scene", "scene", Second, sceneStatus, Arrive(4, grid: Second)),
        ];
        Array.ForEach(cases, one => one.Before = one.LimitedSeconds());
        Loop.Invoke(() => Array.ForEach(cases, one => one.Visit.Viewer.PauseTextures(false)));
        Watch(cases, Soon);
        Assert.Multiple(() => Array.ForEach(cases, one => one.AssertIsNamed()));
        Array.ForEach(cases, one => one.Forget());
        Watch(cases, Measured);
        Assert.Multiple(() => Array.ForEach(cases, one => one.AssertIsNamedSteadily()));
    }

    [Test]
    public void Two_processes_with_a_region_of_one_name_each_show_their_own_visitors()
    {
        string one = NameOf(Visit(new ViewerOptions())), other = NameOf(Visit(new ViewerOptions(), grid: Second));
        using StatusHttp status = new(_port, Password), second = new(_scenePort, Password);
        Assert.That(() => Names(status), Is.EqualTo(new[] { one }).After(PatienceMs, 500));
        Assert.That(() => Names(second), Is.EqualTo(new[] { other }).After(PatienceMs, 500));
    }

    private static string?[] Names(StatusHttp status) =>
        status.Data().GetProperty("visitors").EnumerateArray().Select(visitor => visitor.GetProperty("name").GetString()).ToArray();

    /// <summary>Takes one sample a second.</summary>
    private void Watch(Case[] cases, int seconds)
    {
        Instant began = Loop.Now;
        for (int second = 1; second <= seconds; second++)
        {
            Thread.Sleep(TimeSpan.FromSeconds(Math.Max(0, (began + Duration.FromSeconds(second) - Loop.Now).Seconds)));
            foreach (IGrouping<OpenSimInstance, Case> same in cases.GroupBy(one => one.Grid))
            {
                JsonElement[] visitors = [.. same.First().Status.Data().GetProperty("visitors").EnumerateArray()];
                string[] console = same.Key.Console.Ask("mongoose show circuits");
                foreach (Case one in same)
                    one.Sample(visitors, console);
            }
        }
    }

    private GridVisit Arrive(double megabits, LinkOptions? toServer = null, LinkOptions? toClient = null, OpenSimInstance? grid = null)
    {
        ViewerOptions options = new()
        {
            Throttle = Circuit(megabits),
            Textures = grid is null ? Textures() : SomeTextures(),
            TexturesOutstanding = 64,
            RepeatTextures = true
        };
        GridVisit visit = Visit(options, toServer, toClient, grid);
        Loop.Invoke(() => visit.Viewer.PauseTextures(true));
        return visit;
    }

    private static string Status(int port) => $"StatusPort = {port}\nStatusPassword = {Password}";

    /// <summary>Some textures; loading all of them would take long at the scene's rate.</summary>
    private static Guid[] SomeTextures() => Textures().Take(24).ToArray();

    private static string NameOf(GridVisit visit)
    {
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        return $"{user.First} {user.Last}";
    }

    /// <summary>A visitor with one cause, and what page and console named each second.</summary>
    /// <param name="by">The name on the page and on the console.</param>
    /// <param name="metric">The name in the metric.</param>
    /// <param name="grid">The visitor's OpenSim.</param>
    /// <param name="status">Its status port.</param>
    /// <param name="visit">The visitor.</param>
    private sealed class Case(string by, string metric, OpenSimInstance grid, StatusHttp status, GridVisit visit)
    {
        private readonly List<string> _page = [], _console = [];

        public OpenSimInstance Grid => grid;

        public StatusHttp Status => status;

        public GridVisit Visit => visit;

        /// <summary>The metric before the load.</summary>
        public double Before { get; set; }

        private string Name { get; } = NameOf(visit);

        public double LimitedSeconds() => status.Metrics().Sum(Seconds, ("by", metric), ("region", "Testbed")) ?? 0;

        public void Sample(JsonElement[] visitors, string[] console)
        {
            _page.Add(visitors.Where(visitor => visitor.GetProperty("name").GetString() == Name)
                .Select(visitor => visitor.GetProperty("by").GetString()!).SingleOrDefault("absent"));
            _console.Add(CircuitRow.Find(console, Name)?.By ?? "absent");
        }

        public void AssertIsNamed() =>
            Assert.That((_page[^1], _console[^1], LimitedSeconds() > Before), Is.EqualTo((by, by, true)), $"{by} after {Soon} s, {Named}");

        public void Forget()
        {
            Before = LimitedSeconds();
            _page.Clear();
            _console.Clear();
        }

        public void AssertIsNamedSteadily()
        {
            (int page, int console, double seconds) =
                (_page.Count(name => name == by), _console.Count(name => name == by), LimitedSeconds() - Before);
            TestContext.Out.WriteLine($"{by}: page {page}, console {console}, metric {seconds:0.0} of {Measured} seconds; {Named}");
            Assert.That(page, Is.GreaterThanOrEqualTo(Enough), $"{by} on the page");
            Assert.That(console, Is.GreaterThanOrEqualTo(Enough), $"{by} on the console");
            Assert.That(seconds, Is.InRange(Enough, Measured + Soon), $"{by} in the metric");
        }

        private string Named =>
            string.Join(", ", _page.Concat(_console).GroupBy(name => name).Select(same => $"{same.Key} {same.Count()}"));
    }
}
