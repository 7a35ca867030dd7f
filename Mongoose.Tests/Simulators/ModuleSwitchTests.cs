using System.Diagnostics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Mongoose is disabled and enabled repeatedly while viewers download. This may cause no error in the log.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleSwitchTests : ModuleFixture
{
    protected override string Configuration => DefaultSettings;

    [Test]
    public void A_hundred_switches_under_load_lose_and_duplicate_no_packet()
    {
        const int switches = 100;
        IReadOnlyDictionary<Guid, int> sizes = LibraryTextures.Read(OpenSimBin.FindDefault()!)
            .ToDictionary(texture => texture.Id, texture => texture.Bytes);
        Switched[] visits = [new(this, sizes), new(this, sizes)];
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < switches; i++)
        {
            Grid.Console.Send("mongoose disable");
            Thread.Sleep(30);
            Grid.Console.Send("mongoose enable");
            Thread.Sleep(50);
        }
        TestContext.Out.WriteLine($"{switches} switches off and on in {watch.Elapsed.TotalSeconds:0.0} s");
        Assert.That(visits.Any(visit => visit.Visit.Read(viewer => viewer.TexturesCompleted) < sizes.Count),
            "otherwise the load ended before the switches");
        foreach (Switched visit in visits)
            Assert.That(visit.Visit.WaitFor(viewer => viewer.TexturesCompleted + viewer.TexturesMissing == sizes.Count, Patience),
                $"every texture; {visit.Visit}");
        Thread.Sleep(1000);
        foreach (Switched visit in visits)
        {
            TestContext.Out.WriteLine(visit.ToString());
            Assert.That(visit.Visit.Read(viewer => viewer.TexturesMissing), Is.Zero);
            Assert.That(visit.Visit.Read(viewer => viewer.Sequences.Missing), Is.Zero, "numbers that never arrived");
            Assert.That(visit.Packets, Is.EqualTo(visit.PacketsExpected), "texture packets, each number once");
            Assert.That(visit.RepeatedFirsts, Is.Zero, "numbers that arrived twice without the resent flag");
        }
        Assert.That(CircuitRow.Find(Grid, visits[0].Visit), Is.Not.Null);
    }

    /// <summary>A viewer that downloads every texture once and counts its packets.</summary>
    private sealed class Switched
    {
        private const int FirstPacketBytes = 600, PacketBytes = 1000;

        private readonly HashSet<uint> _numbers = [];

        public Switched(ModuleSwitchTests tests, IReadOnlyDictionary<Guid, int> sizes)
        {
            Visit = tests.Visit(new ViewerOptions { Throttle = Circuit(4), Textures = sizes.Keys.ToArray() });
            PacketsExpected = sizes.Values.Sum(bytes => 1 + (Math.Max(0, bytes - FirstPacketBytes) + PacketBytes - 1) / PacketBytes);
            tests.Loop.Invoke(() => Visit.Viewer.DatagramArrived = Count);
        }

        public GridVisit Visit { get; }

        public long PacketsExpected { get; }

        /// <summary>Distinct sequence numbers with texture data.</summary>
        public long Packets => Visit.Read(viewer => viewer.Reception(Channel.Texture).Packets);

        public long RepeatedFirsts { get; private set; }

        public long Resent { get; private set; }

        public override string ToString() =>
            $"{Packets} texture packets of {PacketsExpected}, {Resent} resent, {RepeatedFirsts} "
                + $"repeated, {Visit.Read(viewer => viewer.Sequences.Missing)} lost";

        private void Count(ReceivedDatagram datagram)
        {
            if ((datagram.Flags & PacketFlags.Resent) != 0)
                Resent++;
            else if (datagram.Sequence != 0 && !_numbers.Add(datagram.Sequence))
                RepeatedFirsts++;
        }
    }
}
