using Mongoose.Core.Status.Arrivals;
using Mongoose.Server.Downloads;
using OpenMetaverse;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>What a visitor's downloads cost, by capability and by asset.</summary>
public sealed class DownloadLedgerTests
{
    private static readonly Guid Wood = Guid.NewGuid(), Stone = Guid.NewGuid();

    [TestCase("texture_id"), TestCase("mesh_id"), TestCase("sound_id"), TestCase("animatn_id")]
    public void A_response_counts_for_the_asset_that_was_asked_for(string key)
    {
        using DownloadRig rig = new();
        Download(rig.Enter("ViewerAsset"), rig.Connect(), $"{key}={Wood}", 300_000);
        AssetCost cost = Taken(rig).Top(10).Single();
        Assert.That((cost.Capability, cost.Id, cost.Times), Is.EqualTo(("ViewerAsset", Wood, 1)));
        Assert.That(cost.Bytes, Is.InRange(300_001, 300_400), "with headers");
    }

    [Test]
    public void The_parts_of_an_asset_are_summed_up()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        foreach (int part in (int[])[600, 50_000, 400_000])
            Download(handler, connection, $"texture_id={Wood}", part);
        Download(handler, connection, $"texture_id={Stone}", 1000);
        DownloadCosts costs = Taken(rig);
        Assert.That(costs.Top(10).Select(cost => (cost.Id, cost.Times)), Is.EqualTo(new[] { (Wood, 3), (Stone, 1) }));
        Assert.That(costs.TotalBytes, Is.EqualTo(rig.Counters.Total(0).Bytes), "all bytes that the region counts");
    }

    [TestCase(""), TestCase("texture_id=nonsense"), TestCase("texture_id="), TestCase("mesh=7"), TestCase("=&&=")]
    public void A_request_without_an_asset_counts_for_its_capability(string query)
    {
        using DownloadRig rig = new();
        Download(rig.Enter(), rig.Connect(), query, 1000);
        DownloadCosts costs = Taken(rig);
        Assert.That((costs.Top(10).Count, costs.ByCapability.Single().Bytes > 1000), Is.EqualTo((0, true)));
    }

    [Test]
    public void Nothing_is_counted_while_nobody_watches()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        VisitorDownloads visitor = rig.Caps.Visitors.Single();
        visitor.CloseLedger();
        Download(handler, connection, $"texture_id={Wood}", 10_000);
        visitor.OpenLedger();
        Download(handler, connection, $"texture_id={Stone}", 1000);
        Assert.That(Taken(rig).Top(10).Single().Id, Is.EqualTo(Stone));
    }

    [Test]
    public void Each_reading_has_what_came_since_the_one_before()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        Download(handler, connection, $"texture_id={Wood}", 10_000);
        Taken(rig);
        Download(handler, connection, $"texture_id={Stone}", 1000);
        Assert.That(Taken(rig).Top(10).Single().Id, Is.EqualTo(Stone));
    }

    [Test]
    public void Readings_lose_nothing_of_many_connections()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(2_000_000);
        DownloadConnection[] connections = [.. Enumerable.Range(0, 8).Select(_ => rig.Connect())];
        foreach (DownloadConnection connection in connections)
            handler.Finish(handler.Ask(connection, $"texture_id={Wood}"), body);
        DownloadCosts sum = new();
        Task reading = Task.Run(() => Parallel.ForEach(connections, connection => connection.AssertReads(body)));
        while (!reading.IsCompleted)
            sum.Add(Taken(rig));
        reading.GetAwaiter().GetResult();
        Assert.That(() => rig.Counters.Total(0).Responses, Is.EqualTo(connections.Length).After(10_000, 5));
        sum.Add(Taken(rig));
        Assert.That(sum.Top(1).Single(), Is.EqualTo(new AssetCost("GetTexture", Wood, rig.Counters.Total(0).Bytes, connections.Length)));
    }

    /// <summary>Downloads a response, and waits until its last piece is counted.</summary>
    private static void Download(PollHandler handler, DownloadConnection connection, string query, int bytes)
    {
        int ended = connection.Server.Ended.Count;
        UUID id = handler.Ask(connection, query);
        handler.Finish(id, DownloadConnection.Body(bytes));
        connection.AssertReads(DownloadConnection.Body(bytes));
        Assert.That(() => connection.Server.Ended.Count, Is.GreaterThan(ended).After(10_000, 1));
    }

    private static DownloadCosts Taken(DownloadRig rig) => rig.Caps.Visitors.Single().Ledger!.Take();
}
