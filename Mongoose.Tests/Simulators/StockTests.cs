using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>The runner and the built-in viewer with a stock OpenSim, and the figures that Mongoose is compared with.</summary>
[NonParallelizable] // It measures.
public sealed class StockTests : OpenSimFixture
{
    private const int Prims = 600;

    protected override OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 12, Prims = Prims };

    private IReadOnlyList<Guid> Textures() =>
        LibraryTextures.Read(OpenSimBin.FindDefault()!).Select(texture => texture.Id).ToArray();

    [Test, Order(1)]
    public void A_viewer_arrives_sees_land_and_every_prim_and_leaves()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(5) });

        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= Prims, Patience), $"prims; {visit}");
        Assert.That(visit.WaitFor(viewer => viewer.Reception(Channel.Land).Packets > 0, Patience), $"terrain; {visit}");
        Assert.That(visit.WaitFor(viewer => viewer.RoundTrip is not null, Patience), $"pings; {visit}");
        Assert.That(visit.Read(viewer => viewer.Objects.Count), Is.EqualTo(Prims));
        Assert.That(Grid.Console.Ask("show users"), Has.Some.Contains(visit.Login.AgentId.ToString()));
        Assert.That(visit.Read(viewer => viewer.Sequences.Missing), Is.Zero);

        TestContext.Out.WriteLine(visit.Leave() ? "logout confirmed" : "logout not confirmed");
        Assert.That(() => Grid.Console.Ask("show users"), Has.None.Contains(visit.Login.AgentId.ToString()).After(PatienceMs, 100));
    }

    [Test, Measured]
    public void Textures_alone_get_less_than_a_third_of_the_circuit()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1.5), Textures = Textures(), RepeatTextures = true });
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= Prims, Patience), $"prims; {visit}");

        (long before, Instant from) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));
        Thread.Sleep(6000);
        (long after, Instant to) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));

        double megabits = DataRate.Of(after - before, to - from).KilobitsPerSecond / 1000;
        TestContext.Out.WriteLine($"{megabits:0.000} Mbit/s");
        Assert.That(megabits, Is.EqualTo(0.45).Within(10).Percent);
        Assert.That(visit.Read(viewer => viewer.TexturesMissing), Is.Zero);
        Assert.That(visit.Read(viewer => viewer.TexturesCompleted), Is.Positive);
    }

    [Test, Measured]
    public void A_walk_is_seen_by_another_viewer()
    {
        GridVisit walker = Visit(new ViewerOptions { Throttle = Circuit(1.5) });
        GridVisit observer = Visit(new ViewerOptions { Throttle = Circuit(1.5) });
        Assert.That(observer.WaitFor(viewer => viewer.Objects.Count >= Prims, Patience), $"prims; {observer}");

        DelaySummary age = AgesWhile(walker, observer, () => Thread.Sleep(5000));
        Assert.That(age.P50, Is.InRange(1, 120));
    }

    [Test]
    public async Task A_wrong_password_is_refused_with_the_reason_key()
    {
        OpenSimUser user = Grid.User(1);
        using GridLogin login = new();
        LoginResult result = await login.LoginAsync(new LoginRequest(Grid.LoginUri, user.First, user.Last, "wrong"));
        Assert.That(result, Is.InstanceOf<LoginFailed>().With.Property(nameof(LoginFailed.Reason)).EqualTo(LoginFailed.Key));
    }

    [Test]
    public async Task A_second_login_is_refused_with_the_reason_presence()
    {
        GridVisit visit = Visit(new ViewerOptions());
        using GridLogin login = new();
        OpenSimUser same = Enumerable.Range(1, 12).Select(Grid.User).Single(account => account.Id == visit.Login.AgentId);
        LoginResult result = await login.LoginAsync(new LoginRequest(Grid.LoginUri, same.First, same.Last, same.Password));
        Assert.That(result, Is.InstanceOf<LoginFailed>().With.Property(nameof(LoginFailed.Reason)).EqualTo(LoginFailed.Presence));
    }

    [Test]
    public void The_console_answers() =>
        Assert.That(Grid.Console.Ask("show regions"), Has.Some.Contains("Testbed"));

    [Test]
    public void Threads_have_OpenSims_names()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Ignore("threads have names only on Linux");
        Assert.That(Grid.ProcessorTime, Is.GreaterThan(Duration.Zero));
        Assert.That(Grid.ThreadTimes().Names, Has.Some.StartsWith("Outgoing Packet"));
    }
}
