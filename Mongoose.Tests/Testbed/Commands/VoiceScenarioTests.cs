using Mongoose.Core.Units;
using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The scenario of the verb "voice".</summary>
public sealed class VoiceScenarioTests
{
    [Test]
    public void Without_options_it_is_the_built_in_scenario()
    {
        Scenario plain = new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("mixer/side-by-side")).Read(), voice = Read(new VoiceScenario());
        Assert.That((voice.Title, voice.Length, voice.Seed), Is.EqualTo((plain.Title, plain.Length, plain.Seed)));
        Assert.That(voice.Flows.Select(Describe), Is.EqualTo(plain.Flows.Select(Describe)));
        Assert.That(voice.Links.Select(Describe), Is.EqualTo(plain.Links.Select(Describe)));
        Assert.That(voice.Figures.Select(Describe), Is.EqualTo(plain.Figures.Select(Describe)));
        Assert.That((plain.Bands.Count, voice.Bands.Count), Is.EqualTo((5, 0)), "the bands are for the file's lines");
    }

    [Test]
    public void Each_way_has_a_line_of_its_own_and_TCP_comes_and_goes()
    {
        Scenario scenario = Read(new VoiceScenario
        {
            Seconds = 40,
            Down = DataRate.FromKilobitsPerSecond(1000),
            DelayMs = 20,
            BufferKB = 30,
            Sources = 5,
            Seed = 7
        });
        Assert.That(scenario.Flows.Select(flow => (flow.Name, flow.Path.Single())), Is.EqualTo(new[]
        {
            ("partial", "partial-line"), ("forward-all", "forward-all-line"), ("mix-all", "mix-all-line"),
            ("partial-tcp", "partial-line"), ("forward-all-tcp", "forward-all-line"), ("mix-all-tcp", "mix-all-line"),
        }));
        Assert.That(scenario.Links.Select(link => Describe(link with { Name = "" })).Distinct().Count(), Is.EqualTo(1));
        Assert.That((scenario.Links[0].Down.Queue.Limit.ToString(), scenario.Links[0].RoundTrip.Milliseconds),
            Is.EqualTo(("30000 bytes", 40.0)));
        Assert.That(scenario.Flows.Select(flow => flow.Kind).OfType<MixerOptions>()
            .Select(mixer => (mixer.Profile.Rule, mixer.Profile.MaxStreams, mixer.Profile.Sources)),
            Is.EqualTo(new[] { ("steady", 1000, 5), ("fixed", 5, 5), ("fixed", 1, 5) }));
        Assert.That(scenario.Flows.Skip(3).Select(flow => (flow.Start.Seconds, flow.Stop!.Value.Seconds)), Has.All.EqualTo((10.0, 30.0)));
        Assert.That((scenario.Length.Seconds, scenario.Seed), Is.EqualTo((40.0, 7L)));
    }

    [Test]
    public void The_arguments_repeat_the_run() => Assert.That(
        new VoiceScenario { Ways = [VoiceWay.All[2]], Down = DataRate.FromKilobitsPerSecond(900.5), Clock = ClockKind.Real }.Arguments,
        Is.EqualTo("--way mix-all --seconds 60 --down 900.5k --delay 70 --buffer 75 --sources 8 --seed 1 --clock real"));

    [Test]
    public void On_the_real_clock_one_way_runs_alone_beside_the_kernels_TCP()
    {
        VoiceScenario real = new() { Clock = ClockKind.Real };
        Assert.That(real.Problem, Is.EqualTo("--clock real: TCP is the kernel's there, between two namespaces with one line: "
            + "add --way with one of partial, forward-all, mix-all"));
        VoiceScenario alone = real with { Ways = [VoiceWay.All[0]] };
        Assert.That(alone.Problem, Is.Null);
        Assert.That(Read(alone).PlaceOn(ClockKind.Real), Is.EqualTo(PlaceKind.Namespaces));
        Assert.That(new VoiceScenario().Problem, Is.Null);
    }

    private static Scenario Read(VoiceScenario voice) => voice.File().ReadRuns().Single();

    private static string Describe(FlowGroup flow) => $"{flow.Name} {string.Join(' ', flow.Path)} {flow.Start} {flow.Stop} {flow.Kind}";

    private static string Describe(DuplexLink link) =>
        $"{link.Name} {link.RoundTrip} {link.Down.Bandwidth} {link.Down.Queue} {link.Up.Bandwidth} {link.Up.Queue}";

    private static string Describe(FigureSpec figure) =>
        $"{figure.Kind} {figure.Title} {figure.Caption} {string.Join(' ', figure.Series)} {string.Join(' ', figure.Columns)} "
            + $"{string.Join(' ', figure.Rows.SelectMany(row => row.Stats.Prepend(row.Label)))} {figure.Y}";
}
