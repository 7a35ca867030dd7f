using Mongoose.Core.Units;
using Mongoose.Server.Status.Health;
using OpenMetaverse;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>What scripts cost.</summary>
public sealed class ScriptSamplerTests
{
    private readonly Scene _scene = RegionRig.NewScene();
    private readonly FakeScripts _scripts = new();
    private Instant _now = Instant.FromSeconds(10);
    private ScriptSampler _sampler = null!;

    private ScriptFigures Figures => _sampler.FiguresAt(_now);

    [SetUp]
    public void Open()
    {
        _scene.Modules.Add(_scripts);
        _sampler = new ScriptSampler(_scene, () => _now);
        Add(1, "Door", 10.4f);
        Add(2, "Fountain", 20);
    }

    [Test]
    public void The_time_since_the_last_sample_is_given_in_cores()
    {
        (_scripts.Times[1], _scripts.Times[2]) = (5000, 100);
        Sample();
        Assert.That((Figures.Cores, Figures.Costs.Count, Figures.Seconds), Is.EqualTo(((double?)null, 0, (double?)0)), "the first time");
        (_scripts.Times[1], _scripts.Times[2]) = (5200, 1100);
        Sample(after: 2);
        Assert.That(Figures.Cores, Is.EqualTo(0.6).Within(1e-6));
        Assert.That(Figures.Seconds, Is.EqualTo(1.2).Within(1e-6));
        Assert.That(Figures.Costs.Select(cost => $"{cost.Name} at {cost.Place}"),
            Is.EqualTo(new[] { "Fountain at 20, 128, 21", "Door at 10, 128, 21" }));
        Assert.That(Figures.Costs[0].Cores, Is.EqualTo(0.5).Within(1e-6));
        Assert.That(Figures.Costs[0].Id, Is.EqualTo(_scene.Objects[2].UUID.ToString()));
    }

    [Test]
    public void Only_the_ten_objects_that_cost_most_are_named()
    {
        for (uint id = 1; id <= 30; id++)
        {
            Add(id, $"Object {id}", 0);
            _scripts.Times[id] = 0;
        }
        Sample();
        foreach (uint id in _scripts.Times.Keys)
            _scripts.Times[id] = 10 * id;
        Sample(after: 2);
        Assert.That(Figures.Costs.Select(cost => cost.Name), Is.EqualTo(Enumerable.Range(0, 10).Select(i => $"Object {30 - i}")));
        Assert.That(Figures.Cores, Is.EqualTo(4.650 / 2).Within(1e-6), "all of them");
    }

    [Test]
    public void An_object_that_is_gone_is_not_named_and_one_that_comes_costs_its_whole_time()
    {
        _scripts.Times[1] = 100;
        Sample();
        _scripts.Times[1] = 300;
        _scripts.Times[2] = 200;
        _scene.Objects.Remove(1);
        Sample(after: 2);
        Assert.That(Figures.Costs.Select(cost => (cost.Name, Math.Round(cost.Cores, 6))), Is.EqualTo(new[] { ("Fountain", 0.1) }));
        Assert.That(Figures.Cores, Is.EqualTo(0.2).Within(1e-6));
    }

    [Test]
    public void A_name_that_breaks_lines_is_one_line()
    {
        Add(1, "Door\r\n\u001b[2Jmongoose:\u2028\u202Eok", 10);
        _scripts.Times[1] = 0;
        Sample();
        _scripts.Times[1] = 100;
        Sample(after: 2);
        Assert.That(Figures.Costs.Single().Name, Is.EqualTo("Door???[2Jmongoose:??ok"));
    }

    [Test]
    public void A_time_that_falls_counts_nothing()
    {
        _scripts.Times[1] = 5000;
        Sample();
        _scripts.Times[1] = 100;
        Sample(after: 2);
        Assert.That((Figures.Cores, Figures.Seconds, Figures.Costs.Count), Is.EqualTo(((double?)0, (double?)0, 0)));
    }

    [Test]
    public void The_engine_is_asked_every_two_seconds_at_most()
    {
        for (int second = 0; second < 10; second++)
            Sample(after: 1);
        Assert.That(_scripts.Asked, Is.EqualTo(5));
    }

    [Test]
    public void An_engine_that_takes_long_is_asked_for_a_thousandth_of_the_time()
    {
        _scripts.OnAsked = () => _now += Duration.FromMilliseconds(20);
        for (int second = 0; second < 210; second++)
            Sample(after: 1);
        Assert.That(_scripts.Asked, Is.InRange(14, 15), "five times at first, then every twenty seconds");
    }

    [Test]
    public void A_call_that_waits_for_a_processor_is_no_reason_to_ask_less_often()
    {
        int calls = 0;
        _scripts.OnAsked = () => _now += Duration.FromMilliseconds(calls++ % 2 == 0 ? 0.1 : 40);
        for (int second = 0; second < 100; second++)
            Sample(after: 1);
        Assert.That(_scripts.Asked, Is.EqualTo(50));
    }

    [Test]
    public void Without_a_script_engine_nothing_is_known()
    {
        _scene.Modules.Clear();
        Sample();
        Sample(after: 2);
        Assert.That((Figures.Cores, Figures.Seconds), Is.EqualTo(((double?)null, (double?)null)));
    }

    [Test]
    public void An_engine_that_fails_leaves_nothing_of_before()
    {
        _scripts.Times[1] = 1;
        Sample();
        _scripts.Times[1] = 500;
        Sample(after: 2);
        _scripts.OnAsked = () => throw new InvalidOperationException();
        Assert.That(() => Sample(after: 2), Throws.InvalidOperationException);
        Assert.That((Figures.Cores, Figures.Costs.Count), Is.EqualTo(((double?)null, 0)));
        Assert.That(() => Sample(after: 1), Throws.Nothing, "it is not asked more often");
    }

    [Test]
    public void Figures_that_are_overdue_are_not_of_now()
    {
        Sample();
        _scripts.Times[1] = 500;
        Sample(after: 2);
        _now += Duration.FromSeconds(4);
        Assert.That(Figures.Cores, Is.EqualTo(0.25).Within(1e-6));
        _now += Duration.FromSeconds(1);
        Assert.That((Figures.Cores, Figures.Costs.Count, Figures.Seconds), Is.EqualTo(((double?)null, 0, (double?)0.5)));
    }

    private void Add(uint id, string name, float x) => _scene.Objects[id] = new(new UUID(Guid.NewGuid()), name, new Vector3(x, 128, 21));

    private void Sample(double after = 0)
    {
        _now += Duration.FromSeconds(after);
        _sampler.Sample(_now);
    }
}
