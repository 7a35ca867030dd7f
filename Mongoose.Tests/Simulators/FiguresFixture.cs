using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Tests that read figures on the console and in OpenSim's statistics.</summary>
public abstract class FiguresFixture : ModuleFixture
{
    protected override string Configuration => DefaultSettings;

    [OneTimeSetUp]
    public void LoadTextures()
    {
        LoadTextures(Grid);
        Grid.Console.Ask("mongoose reset stats");
    }

    [TearDown]
    public void Enable() => Grid.Console.Ask("mongoose enable");

    protected static ViewerOptions Textures(double megabits) =>
        new() { Throttle = Circuit(megabits), Textures = Textures(), RepeatTextures = true };

    protected GridVisit Busy()
    {
        GridVisit visit = Visit(Textures(1.5));
        Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted > 0, Patience), $"{visit}");
        return visit;
    }

    /// <summary>The megabytes sent in the region, as shown by "mongoose show status".</summary>
    protected double Sent() =>
        Column(Grid.Console.Ask("mongoose show status").Single(line => line.StartsWith("Testbed ", StringComparison.Ordinal)), 3);

    protected static double Column(string line, int index) =>
        double.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[index], CultureInfo.InvariantCulture);

    protected double Statistic(string name)
    {
        string line = Grid.Console.Ask("show stats mongoose")
            .Single(shown => shown.Contains($".Testbed.{name} :", StringComparison.Ordinal));
        return double.Parse(Regex.Match(line, @": ([\d.]+)").Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
