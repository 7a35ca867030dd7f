using System.Globalization;
using Mongoose.Client.Downloads;
using Mongoose.Client.Results;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Downloads;

namespace Mongoose.Tests.Simulators;

/// <summary>"mongoose show arrivals" in a real OpenSim, after a bot has fetched the textures and meshes of its prims by HTTP.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleArrivalCostTests : DownloadFixture
{
    /// <summary>A header and four levels of detail.</summary>
    private const int PartsOfMesh = 5;

    /// <summary>The columns of UDP channels.</summary>
    private const int Channels = 7;

    private static readonly DownloadObject[] Furniture =
        [.. DownloadObjects.All.Where(what => what.Class is DownloadClass.Texture or DownloadClass.Mesh)];

    protected override string Settings => $"StatusPort = {FreePort.OfTcpAndUdp()}";

    private BotResult _bot = null!;
    private string[] _said = [];

    [OneTimeSetUp]
    public void Arrive()
    {
        using TemporaryDirectory directory = new();
        string archive = Path.Combine(directory.Path, "furnished.oar");
        FurnishedArchive.Write(archive, Of(DownloadClass.Texture), Of(DownloadClass.Mesh));
        Grid.Console.Ask($"load oar {archive}", TimeSpan.FromMinutes(3));
        _bot = new Bots(Grid, NextUser)
            .Run("builtin", ExitCode.Good, "-botcount", "1", "--activity", "stand", "--http", "--seconds", "40").Bots.Single();
        _said = Grid.Console.Ask("mongoose show arrivals");
        TestContext.Out.WriteLine(string.Join('\n', _said));
    }

    [Test]
    public void An_arrival_costs_what_the_bot_received()
    {
        string[] cells = Below("Visitor").First();
        double http = cells[^Names.Count..].Sum(Kilobytes), udp = cells[^(Names.Count + Channels)..^Names.Count].Sum(Kilobytes);
        TestContext.Out.WriteLine($"{http:0.0} kB by HTTP and {udp:0.0} kB by UDP; the bot received {_bot.HttpBytes / 1e3:0.0} kB by HTTP");
        Assert.That(http, Is.EqualTo(_bot.HttpBytes / 1e3).Within(1).Percent);
        Assert.That(udp, Is.Positive);
    }

    [Test]
    public void The_ten_assets_that_cost_most_are_shown_with_their_sizes()
    {
        string[][] rows = [.. Below("Asset").Take(10)];
        Assert.Multiple(() =>
        {
            foreach (string[] row in rows)
            {
                DownloadObject what = Furniture.Single(other => other.Id == Guid.Parse(row[0]));
                Assert.That(Kilobytes(row[2]), Is.EqualTo(what.Bytes / 1e3).Within(1).Percent, row[0]);
                Assert.That(row[3], Is.EqualTo(what.Class == DownloadClass.Mesh ? $"{PartsOfMesh}" : "1"), row[0]);
            }
        });
        Assert.That(rows.Select(row => Kilobytes(row[2])),
            Is.EqualTo(Furniture.Select(what => what.Bytes / 1e3).OrderDescending().Take(10)).Within(1).Percent);
    }

    /// <summary>The rows of the table that begins with this column.</summary>
    private IEnumerable<string[]> Below(string column) =>
        from line in _said.SkipWhile(line => !line.StartsWith(column, StringComparison.Ordinal)).Skip(1)
        where line.Any(char.IsAsciiLetterOrDigit)
        select line.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static Guid[] Of(DownloadClass kind) => [.. Furniture.Where(what => what.Class == kind).Select(what => what.Id)];

    private static double Kilobytes(string cell) => cell == "-" ? 0 : double.Parse(cell, CultureInfo.InvariantCulture);
}
