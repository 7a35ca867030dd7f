using Mongoose.Core.Channels;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Regions;

/// <summary>A region's figures in OpenSim's statistics.</summary>
public sealed class StatisticsTests
{
    [Test]
    public void A_region_deregisters_everything_that_it_registers()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        Scene scene = rig.AddRegion("Figures");
        Assert.That(StatsManager.Of("mongoose", "Figures").Select(stat => stat.ShortName), Is.EquivalentTo(new[]
        {
            "Shaping", "Circuits", "SentRate", "QueuedPackets", "DelayP99", "OwnBytes", "BorrowedBytes", "Stalls",
            "PathLimited", "Silent", "PathPackets", "PathLost", "FastResends",
            "ResentUpdates", "ResentBlocksLeftOut", "EmptyResends", "ResentUpdateBytes", "ResentUpdateBytesUntrimmed",
            "DownloadBytes", "DownloadResponses", "DownloadsUnpaced", "Failures", "BadThrottles", "MalformedDatagrams", "ForeignDatagrams",
        }));
        rig.RemoveRegion(scene);
        Assert.That(StatsManager.Of("mongoose", "Figures"), Is.Empty);
        rig.RemoveRegion(rig.AddRegion("Figures"));
        Assert.That(StatsManager.Of("mongoose", "Figures"), Is.Empty, "a region may start again");
    }

    /// <summary>Statistics are registered and deregistered under a lock that OpenSim's reports hold for a long time.</summary>
    [Test]
    public void Opening_and_closing_circuits_does_not_touch_the_registered_statistics()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        Scene scene = rig.AddRegion("Business");
        LLUDPServer server = rig.Servers(scene).Single();
        for (int i = 0; i < 5; i++)
        {
            LLUDPClient client = new(server, new(System.Net.IPAddress.Loopback, 21_000 + i));
            LLClientView view = new(server, client, "Ada Lovelace");
            scene.Add(client.RemoteEndPoint, view);
            Assert.That(() => Value("Business", "Circuits"), Is.EqualTo(1).After(60_000, 1));
            scene.Remove(view);
            client.Shutdown();
            Assert.That(() => Value("Business", "Circuits"), Is.Zero.After(60_000, 1));
        }
        Assert.That(StatsManager.Callers, Is.Not.Empty);
        Assert.That(StatsManager.Callers, Has.None.StartsWith("Outgoing Packets"));
    }

    [Test]
    public void They_show_what_the_region_sends()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        Scene scene = rig.AddRegion("Sends");
        LLUDPServer server = rig.Servers(scene).Single();
        Assert.That(StatsManager.Of("mongoose", "Sends").ToDictionary(stat => stat.ShortName, stat => stat.Value),
            Is.EquivalentTo(StatsManager.Of("mongoose", "Sends")
                .ToDictionary(stat => stat.ShortName, stat => stat.ShortName == "Shaping" ? 1.0 : 0.0)));
        LLUDPClient client = new(server, new(System.Net.IPAddress.Loopback, 21_000));
        LLClientView view = new(server, client, "Ada Lovelace");
        for (int i = 0; i < 20; i++)
            view.Send((OpenSim.Framework.ThrottleOutPacketType)Channel.Land, 500, reliable: false);
        scene.Add(client.RemoteEndPoint, view);
        Assert.That(() => Value("Sends", "OwnBytes") + Value("Sends", "BorrowedBytes"), Is.EqualTo(10_000).After(60_000, 1));
        Assert.That(Value("Sends", "QueuedPackets"), Is.Zero);
        Assert.That(() => Value("Sends", "SentRate"), Is.Positive.After(60_000, 1));
    }

    [Test]
    public void Counts_of_bytes_also_show_their_change_per_second()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        rig.AddRegion("Bytes");
        Assert.That(StatsManager.Of("mongoose", "Bytes").Where(stat => stat.MeasuresOfInterest == MeasuresOfInterest.AverageChangeOverTime)
            .Select(stat => stat.ShortName), Is.EquivalentTo(new[]
            {
                "OwnBytes", "BorrowedBytes", "ResentUpdateBytes", "ResentUpdateBytesUntrimmed", "DownloadBytes",
            }));
    }

    private static double Value(string region, string name) =>
        StatsManager.Of("mongoose", region).Single(stat => stat.ShortName == name).Value;
}
