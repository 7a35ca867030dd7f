using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Gateways;
using Mongoose.Testbed.Verbs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Tests.Testbed.Verbs;

public sealed class GatewayViewTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);
    private static readonly GatewayOptions Plain = new() { Queue = new() { Discipline = QueueDisciplines.Fifo } };
    private static readonly GatewayOptions Clamped = Plain with { Clamp = new ClampOptions { Auto = true } };
    private static readonly FlowUsage Usage = new(TestPacket.FlowOf(7), 1, 1500, Duration.Zero, Duration.Zero, 0, 0);
    private static readonly GatewayReading Reading = new(Second * 3, Second, [Usage], []);
    private static readonly ClampedFlowReading Flow =
        new(TestPacket.FlowOf(7), Second, Second, 4242, 4096, DataRate.FromMegabitsPerSecond(1), true);
    private static readonly ClampReading Released =
        new(DataRate.FromMegabitsPerSecond(12), DataRate.Zero, DataRate.Zero, true, Second, [Flow]);
    private static readonly GatewayReading WithClamp = Reading with { Clamp = new ClampPeriod(Released, Second * 0.5) };

    [Test]
    public void Lines_have_the_flows_then_the_clamps_state_then_its_flows()
    {
        string[] lines = new GatewayView(Clamped).Lines(WithClamp).ToArray();
        Assert.That(lines.Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(2))), Is.EqualTo(
            new[] { "3 down", "3 clamp:", "3 clamp" }));
        Assert.That(lines[1], Does.Contain("released").And.EndsWith("--queue fq_codel can help"));
        Assert.That(new GatewayView(Clamped).Headings, Has.Length.EqualTo(2));
    }

    [Test]
    public void Without_a_clamp_there_are_only_the_flows()
    {
        GatewayView view = new(Plain);
        Assert.That(view.Headings, Has.Length.EqualTo(1));
        Assert.That(view.Lines(Reading).Count(), Is.EqualTo(1));
        Assert.That(GatewayView.Total(Reading).Count(), Is.EqualTo(1));
        Assert.That(GatewayView.Total(null), Is.Empty);
        Assert.That(Shown(view.Table(Reading, default)), Does.Contain("10.0.0.1:7").And.Not.Contain("clamp"));
    }

    [Test]
    public void A_terminal_shows_the_same_as_tables() => Assert.That(Shown(new GatewayView(Clamped).Table(WithClamp, default)),
        Does.Contain("delay ms").And.Contain("released").And.Contain("server ms").And.Contain("4242"));

    [Test]
    public void Before_the_first_reading_a_terminal_shows_the_columns() =>
        Assert.That(Shown(new GatewayView(Clamped).Beginning), Does.Contain("delay ms"));

    [Test]
    public void Totals_say_for_how_long_the_clamp_had_let_go() =>
        Assert.That(GatewayView.Total(WithClamp).Last(), Is.EqualTo("      3 clamp: released for 0.5 s of 1.0 s (50 %)"));

    private static string Shown(IRenderable tables)
    {
        using StringWriter text = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(text) });
        console.Profile.Width = 250;
        console.Write(tables);
        return text.ToString();
    }
}
