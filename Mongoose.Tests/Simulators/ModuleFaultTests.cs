using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Misbehaving viewers. They may cause no error in the log.</summary>
[NonParallelizable] // It measures.
public sealed class ModuleFaultTests : ModuleFixture
{
    private const int AckTimeoutSeconds = 8;

    /// <summary>
    /// The excess over the window that is allowed: the window is checked once per pass, and a pass may send a burst of 25 ms.
    /// </summary>
    private const double BurstKilobytesAt8Mbps = 25;

    protected override OpenSimOptions Options(OpenSimBin bin)
    {
        OpenSimOptions options = base.Options(bin);
        return options with { ExtraIni = options.ExtraIni + $"AckTimeout = {AckTimeoutSeconds}\n" };
    }

    private static IEnumerable<(string Name, byte[] Payload)> OddThrottles()
    {
        yield return ("all NaN", Floats(float.NaN));
        yield return ("one NaN", Floats(200_000, 200_000, 200_000, 200_000, float.NaN, 200_000, 200_000));
        yield return ("infinite", Floats(float.PositiveInfinity));
        yield return ("negatively infinite", Floats(float.NegativeInfinity));
        yield return ("one infinite", Floats(100_000, 100_000, 100_000, 100_000, 100_000, float.PositiveInfinity, 100_000));
        yield return ("negative", Floats(-1_000_000));
        yield return ("huge", Floats(float.MaxValue));
        yield return ("tiny", Floats(float.Epsilon));
        yield return ("zero", Floats(0));
        yield return ("empty", []);
        yield return ("short", new byte[AgentThrottle.PayloadBytes - 1]);
        yield return ("long", [.. Floats(200_000), 0]);
        yield return ("longest", new byte[255]);
    }

    [Test, Measured]
    public void A_circuit_survives_every_throttle_message()
    {
        ChannelRates sane = Circuit(1.5);
        GridVisit visit = Visit(new ViewerOptions { Throttle = sane, Textures = Textures(), RepeatTextures = true });
        Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted > 0, Patience), $"{visit}");
        Assert.Multiple(() =>
        {
            foreach ((string name, byte[] payload) in OddThrottles())
            {
                Loop.Invoke(() => visit.Viewer.SetThrottle(payload));
                Thread.Sleep(600);
                CircuitRow? row = CircuitRow.Find(Grid, visit);
                TestContext.Out.WriteLine($"{name}: {row}");
                Assert.That(row, Is.Not.Null, name);
                Assert.That(row!.Allowed, Is.InRange(40, 8001), name);
                Assert.That(row.Current, Is.InRange(40, 8001), name);
            }
        });
        Loop.Invoke(() => visit.Viewer.SetThrottle(sane));
        Assert.That(() => CircuitRow.Find(Grid, visit)?.Allowed, Is.EqualTo(1500).Within(2).After(PatienceMs, 200));
        double share = Rate(visit, seconds: 4).MegabitsPerSecond / 1.5;
        TestContext.Out.WriteLine($"afterwards {share:0.0%} of the circuit");
        Assert.That(share, Is.GreaterThan(0.9));
    }

    [Test, Measured]
    public void A_viewer_that_vanishes_gets_almost_no_packets_and_holds_at_most_a_window_until_the_timeout()
    {
        GridVisit[] victims = Enumerable.Range(0, 3)
            .Select(_ => Visit(new ViewerOptions { Throttle = Circuit(8), Textures = Textures(), RepeatTextures = true })).ToArray();
        foreach (GridVisit victim in victims)
            Assert.That(victim.WaitFor(viewer => viewer.TexturesCompleted > 4, Patience), $"{victim}");
        long before = Memory();
        Loop.Invoke(() => Array.ForEach(victims, victim => victim.Viewer.Dispose()));

        Stopwatch watch = Stopwatch.StartNew();
        double maxUnacked = 0, maxExcess = double.MinValue, maxUse = 0;
        long maxMemory = before;
        List<GridVisit> there = [.. victims];
        double firstClosed = 0;
        while (there.Count > 0 && watch.Elapsed < TimeSpan.FromSeconds(4 * AckTimeoutSeconds))
        {
            foreach (GridVisit victim in there.ToArray())
            {
                if (CircuitRow.Find(Grid, victim) is not { } row)
                {
                    there.Remove(victim);
                    firstClosed = firstClosed == 0 ? watch.Elapsed.TotalSeconds : firstClosed;
                    continue;
                }
                maxUnacked = Math.Max(maxUnacked, row.UnackedKilobytes);
                maxExcess = Math.Max(maxExcess, row.UnackedKilobytes - row.WindowKilobytes);
                // The console shows the last full second.
                if (watch.Elapsed.TotalSeconds > 3 + 1)
                    maxUse = Math.Max(maxUse, row.Used);
            }
            maxMemory = Math.Max(maxMemory, Memory());
            Thread.Sleep(200);
        }
        TestContext.Out.WriteLine($"unacked up to {maxUnacked:0} kB, {maxExcess:0.0} kB above the window; "
            + $"sent after 3 s up to {maxUse:0} kbit/s;"
            + $" circuits closed after {firstClosed:0.0} to {watch.Elapsed.TotalSeconds:0.0} s; memory {before / 1e6:0} MB, "
            + $"then up to {maxMemory / 1e6:0} MB");
        Assert.Multiple(() =>
        {
            Assert.That(there, Is.Empty, "every circuit is closed");
            Assert.That(firstClosed, Is.InRange(AckTimeoutSeconds - 2, 3 * AckTimeoutSeconds));
            Assert.That(maxUnacked, Is.Positive);
            Assert.That(maxUse, Is.LessThanOrEqualTo(0.02 * 8000), "2 % of the circuit");
            Assert.That(maxExcess, Is.LessThanOrEqualTo(BurstKilobytesAt8Mbps));
            Assert.That(maxMemory - before, Is.LessThan(64_000_000));
        });
    }

    [Test, Measured]
    public void A_viewer_that_never_acks_stalls_alone_and_gets_its_window_and_then_single_resends()
    {
        GridVisit silent = Visit(new ViewerOptions
        {
            Throttle = Circuit(8),
            Textures = Textures(),
            RepeatTextures = true,
            AckDelay = Duration.FromSeconds(3600)
        });
        GridVisit other = Visit(new ViewerOptions { Throttle = Circuit(1.5), Textures = Textures(), RepeatTextures = true });
        Thread.Sleep(4000);
        CircuitRow early = CircuitRow.Find(Grid, silent)!;
        long packets = silent.Read(viewer => viewer.Reception(Channel.Texture).Packets);
        double share = Rate(other, seconds: 5).MegabitsPerSecond / 1.5;
        long more = silent.Read(viewer => viewer.Reception(Channel.Texture).Packets) - packets;
        CircuitRow late = CircuitRow.Find(Grid, silent)!;
        TestContext.Out.WriteLine($"{early}\n{late}\n{more} more packets; the other got {share:0.0%}");
        Assert.Multiple(() =>
        {
            // The circuit reached the limit as it was at that time; later round trips may reduce the limit.
            Assert.That(late.UnackedKilobytes,
                Is.LessThanOrEqualTo(Math.Max(early.WindowKilobytes, late.WindowKilobytes) + BurstKilobytesAt8Mbps));
            // Resends follow after one, two, four and more seconds, so there are two or three in five seconds.
            Assert.That(late.Resent - early.Resent, Is.InRange(1, 5));
            Assert.That(more, Is.LessThan(50), "new packets while stalled");
            Assert.That(share, Is.GreaterThan(0.95));
            Assert.That(silent.Read(viewer => viewer.State), Is.EqualTo(ViewerState.Connected));
        });
    }

    [Test, Measured]
    public void Malformed_datagrams_are_dropped_before_they_can_do_harm()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1.5), Textures = Textures(), RepeatTextures = true });
        Grid.Console.Ask("mongoose reset stats");
        using UdpClient stranger = new(new IPEndPoint(IPAddress.Loopback, 0));
        Random random = new(11);
        byte[] datagram = new byte[1200], scratch = new byte[DatagramReader.ScratchBytes];
        int sent = 0;
        for (int i = 0; i < 20_000; i++)
        {
            random.NextBytes(datagram);
            int length = random.Next(7, datagram.Length);
            if (DatagramReader.TryParse(datagram.AsSpan(0, length), scratch, out _) != LludpError.BadAckCount)
                continue;
            stranger.Send(datagram, length, new IPEndPoint(IPAddress.Loopback, Grid.Port));
            if (++sent % 50 == 0)
                Thread.Sleep(5);
        }
        double share = Rate(visit, seconds: 3).MegabitsPerSecond / 1.5;
        string[] shown = Grid.Console.Ask("show stats mongoose");
        TestContext.Out.WriteLine($"{sent} malformed datagrams; then {share:0.0%} of the circuit\n{string.Join('\n', shown)}");
        Assert.That(share, Is.GreaterThan(0.8));
        Assert.That(Figure("ForeignDatagrams"), Is.InRange(sent / 2, sent));
        Assert.That((Figure("MalformedDatagrams"), Figure("BadThrottles")), Is.EqualTo((0, 0)));

        int Figure(string name) => int.Parse(Regex.Match(string.Join('\n', shown), $@"\.{name} : (\d+)").Groups[1].Value);
    }

    [Test, Measured]
    public void Lent_share_never_shows_in_OpenSims_throttles()
    {
        ChannelRates asked = Circuit(1.5);
        GridVisit visit = Visit(new ViewerOptions { Throttle = asked, Textures = Textures(), RepeatTextures = true });
        Assert.That(() => Throttles(visit), Has.Some.EqualTo(Kilobits(asked[Channel.Texture])).After(PatienceMs, 200));
        string[] early = Throttles(visit);
        TestContext.Out.WriteLine(string.Join(' ', early));
        // Target and circuit, then the channels in OpenSim's order.
        Assert.That(early[^7..], Is.EqualTo(Enum.GetValues<Channel>().Select(channel => Kilobits(asked[channel]))));
        for (int i = 0; i < 10; i++)
        {
            Thread.Sleep(300);
            Assert.That(Throttles(visit), Is.EqualTo(early));
        }
        double share = Rate(visit, seconds: 3).MegabitsPerSecond / 1.5;
        double own = asked[Channel.Texture] / asked.Total;
        TestContext.Out.WriteLine($"textures got {share:0%} of the circuit, their own share is {own:0%}");
        Assert.That(share, Is.GreaterThan(2 * own), "otherwise nothing was lent");
    }

    private string[] Throttles(GridVisit visit)
    {
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        string? row = Grid.Console.Ask("show throttles").FirstOrDefault(line => Regex.IsMatch(line, $@"^{user.First} {user.Last}\s"));
        return row is null ? [] : row[row.IndexOf("Rt", StringComparison.Ordinal)..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..];
    }

    // OpenSim shows whole kilobits, computed from a whole number of bytes.
    private static string Kilobits(DataRate rate) => $"{(int)rate.BytesPerSecond * 8 / 1000}";

    private DataRate Rate(GridVisit visit, double seconds)
    {
        (long before, Instant from) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        (long after, Instant to) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));
        return DataRate.Of(after - before, to - from);
    }

    private long Memory()
    {
        using Process process = Process.GetProcessById(Grid.ProcessId);
        return process.WorkingSet64;
    }

    /// <summary>A payload of seven floats; a single value is used for all of them.</summary>
    private static byte[] Floats(params float[] values)
    {
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        for (int i = 0; i < ChannelRates.Count; i++)
            BinaryPrimitives.WriteSingleLittleEndian(payload.AsSpan(i * sizeof(float)), values[values.Length == 1 ? 0 : i]);
        return payload;
    }
}
