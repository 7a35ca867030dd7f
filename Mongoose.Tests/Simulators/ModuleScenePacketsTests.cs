using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>The packets that a scene of 1500 objects takes when a viewer enters it; stock and Mongoose in the same run.</summary>
[NonParallelizable] // The portions that stock makes into packets depend on the times of its thread.
public sealed class ModuleScenePacketsTests : ModuleFixture
{
    private const int PrimCount = 1500;

    protected override int Prims => PrimCount;

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin) => Stock(bin);

    /// <summary>OpenSim sends most prims twice to the first visitor after a start.</summary>
    [OneTimeSetUp]
    public void VisitFirst() => Both(() => Enter(Grid, 5.12), () => Enter(Second, 5.12));

    [Test, Measured]
    public void A_scene_that_is_entered_takes_no_more_packets_than_in_stock([Values(0.3, 0.6, 1.5, 3, 5.12)] double circuitMbps)
    {
        Load stock = default, mongoose = default;
        Both(() => stock = Enter(Second, circuitMbps), () => mongoose = Enter(Grid, circuitMbps));
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s: stock {stock}; Mongoose {mongoose}");
        Assert.That(mongoose.BytesPerPacket, Is.GreaterThanOrEqualTo(stock.BytesPerPacket / 1.05),
            "OpenSim sends some objects twice, and their number varies");
    }

    private Load Enter(OpenSimInstance grid, double circuitMbps)
    {
        LoginGranted login = GridVisit.LogIn(grid, NextUser());
        using GridVisit visit = new(Loop, login, new ViewerOptions { Throttle = Circuit(circuitMbps) });
        Load load = default;
        Loop.Invoke(() => visit.Viewer.DatagramArrived = datagram =>
        {
            if (datagram.IsNew && datagram.Message is MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed)
                load = new Load(load.Packets + 1, load.Bytes + datagram.Bytes);
        });
        visit.Arrive();
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= PrimCount, Patience), $"all objects; {visit}");
        return visit.Read(_ => load);
    }

    private readonly record struct Load(int Packets, long Bytes)
    {
        public double BytesPerPacket => (double)Bytes / Packets;

        public override string ToString() => $"{Packets} packets of {BytesPerPacket:0} bytes";
    }
}
