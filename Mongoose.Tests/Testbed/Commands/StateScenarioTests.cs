using Mongoose.Core.Units;
using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The scenario of the verb "state".</summary>
public sealed class StateScenarioTests
{
    [Test]
    public void Without_options_it_is_the_built_in_scenario()
    {
        Scenario plain = new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("state/side-by-side")).Read(), state = Read(new StateScenario());
        Assert.That((state.Title, state.Length, state.Seed), Is.EqualTo((plain.Title, plain.Length, plain.Seed)));
        Assert.That(state.Flows.Select(Describe), Is.EqualTo(plain.Flows.Select(Describe)));
        Assert.That(state.Links.Select(Describe), Is.EqualTo(plain.Links.Select(Describe)));
        Assert.That(state.Figures.Select(figure => figure.Title), Is.EqualTo(plain.Figures.Select(figure => figure.Title)));
        Assert.That((plain.Bands.Count, state.Bands.Count), Is.EqualTo((7, 0)), "the bands are for the file's lines");
    }

    [Test]
    public void Each_peer_has_a_line_of_its_own_and_the_lines_are_alike()
    {
        Scenario scenario = Read(new StateScenario
        {
            Peers = ["verse", "sctp", "tcp-conflating"],
            Down = DataRate.FromKilobitsPerSecond(1900),
            LossPercent = 3,
            DelayMs = 50,
            JitterMs = 1,
            BufferKB = 32.5,
            Particles = 1000,
            Cycles = 2,
            Seed = 7,
        });
        Assert.That(scenario.Flows.Select(flow => (flow.Name, flow.Path.Single())),
            Is.EqualTo(new[] { ("verse", "verse-line"), ("sctp", "sctp-line"), ("tcp-conflating", "tcp-conflating-line") }));
        Assert.That(scenario.Links.Select(link => Describe(link with { Name = "" })).Distinct().Count(), Is.EqualTo(1));
        DuplexLink line = scenario.Links[0];
        Assert.That((scenario.LineRateOf(scenario.Flows[0])!.Value.KilobitsPerSecond, line.RoundTrip.Milliseconds),
            Is.EqualTo((1900.0, 100.0)));
        Assert.That((line.Down.Queue.Limit.ToString(), line.Down.Jitter.Milliseconds), Is.EqualTo(("32500 bytes", 1.0)));
        Assert.That(line.Down.Loss.ToString(), Is.EqualTo(line.Up.Loss.ToString())
            .And.Not.EqualTo(Read(new StateScenario()).Links[0].Down.Loss.ToString()));
        Assert.That(scenario.Flows.Select(flow => (ParticleOptions)flow.Kind)
            .Select(kind => (kind.Profile.Count, kind.Profile.Cycles, kind.Pictures)),
            Has.All.EqualTo((1000, 2, true)));
        Assert.That((scenario.Length.Seconds, scenario.Seed), Is.EqualTo((22.0, 7L)), "1 s, 399 frames and 5 s");
    }

    [Test]
    public void The_arguments_repeat_the_run() => Assert.That(
        new StateScenario
        {
            Peers = ["udp"],
            Down = DataRate.FromKilobitsPerSecond(1900.5),
            LossPercent = 0.5,
            Clock = ClockKind.Real
        }.Arguments,
        Is.EqualTo("--down 1900.5k --loss 0.5 --delay 5 --jitter 0.3 --buffer 16 --peer udp --particles 100"
            + " --cycles 1 --seed 1 --clock real"));

    [Test]
    public void On_the_real_clock_the_kernels_TCP_runs_alone()
    {
        StateScenario real = new() { Clock = ClockKind.Real };
        Assert.That(real.Problem, Does.StartWith("--clock real: tcp is the kernel's there"));
        Assert.That((real with { Peers = ["tcp"] }).Problem, Is.Null);
        Assert.That((real with { Peers = ["verse", "udp"] }).Problem, Is.Null);
        Assert.That(Read(real with { Peers = ["tcp"] }).PlaceOn(ClockKind.Real), Is.EqualTo(PlaceKind.Namespaces));
        Assert.That(Read(real with { Peers = ["verse", "udp"] }).PlaceOn(ClockKind.Real), Is.EqualTo(PlaceKind.Loopback));
    }

    [Test]
    public void What_cannot_be_simulated_or_read_is_a_problem()
    {
        Assert.That(new StateScenario { Peers = ["udp", "enet"] }.Problem, Does.StartWith("--peer enet: "));
        Assert.That(new StateScenario { JitterMs = 6 }.Problem, Is.EqualTo("--jitter 6: allowed are 0 to 5 ms, no more than --delay"));
        Assert.That(new StateScenario().Problem, Is.Null);
    }

    private static Scenario Read(StateScenario state) => state.File().ReadRuns().Single();

    private static string Describe(FlowGroup flow) => $"{flow.Name} {string.Join(' ', flow.Path)} {flow.Kind}";

    private static string Describe(DuplexLink link) =>
        $"{link.Name} {link.RoundTrip} {link.Down.Bandwidth} {link.Down.Jitter} {link.Down.Queue} {link.Down.Loss} "
            + $"{link.Up.Bandwidth} {link.Up.Jitter} {link.Up.Loss}";
}
