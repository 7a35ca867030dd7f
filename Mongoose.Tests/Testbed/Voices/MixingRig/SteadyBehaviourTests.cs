using Mongoose.Network.Games;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Testbed.Voices.MixingRig;

/// <summary>What the steady rule does on the paper's line, where eight streams of 78.4 kbit/s just fit.</summary>
public sealed class SteadyBehaviourTests
{
    [Test]
    public void Alone_it_sends_all_and_loses_nothing()
    {
        MixingLine line = new();
        MixerPair pair = line.Add();
        line.Run(60);
        Assert.Multiple(() =>
        {
            Assert.That(pair.FirstTimeOf(8, 0, 60), Is.LessThan(12));
            Assert.That(pair.Streams(15, 60), Is.All.EqualTo(8));
            Assert.That(pair.Missing(0, 59), Is.Zero);
            Assert.That(pair.Delay(1, 0, 60), Is.LessThan(120));
            Assert.That(pair.Modes(0, 60), Is.All.EqualTo(MixingMode.Delay));
        });
    }

    [Test]
    public void Beside_traffic_that_does_not_respond_it_sends_what_fits()
    {
        MixingLine line = new();
        MixerPair pair = line.Add();
        line.AddCross(4);
        line.Run(180);
        Assert.Multiple(() =>
        {
            Assert.That(pair.Streams(60, 180).Average(), Is.EqualTo(4).Within(0.3));
            Assert.That(pair.Missing(0, 179), Is.Zero);
            Assert.That(pair.Delay(0.95, 60, 180), Is.LessThan(300));
        });
    }

    [Test]
    public void It_follows_a_step_in_within_ten_seconds_and_out_within_forty()
    {
        MixingLine line = new();
        MixerPair pair = line.Add();
        line.Run(60);
        GamePeer cross = line.AddCross(4);
        line.Run(60);
        cross.Stop();
        line.Run(60);
        Assert.Multiple(() =>
        {
            Assert.That(pair.Streams(60, 120).TakeWhile(streams => streams > 4).Count(), Is.LessThan(5 * 50), "too many for 5 s at most");
            Assert.That(pair.Streams(70, 120).Average(), Is.EqualTo(4).Within(0.3));
            Assert.That(pair.FirstTimeOf(8, 120, 180), Is.LessThan(160));
            Assert.That(pair.Missing(0, 179), Is.LessThan(0.005 * pair.SentPackets(0, 179)));
        });
    }

    [Test]
    public void Two_mixers_share_the_line()
    {
        MixingLine line = new();
        MixerPair first = line.Add();
        line.Run(30);
        MixerPair second = line.Add();
        line.Run(210);
        Assert.Multiple(() =>
        {
            Assert.That(first.Streams(150, 240).Average(), Is.EqualTo(4).Within(0.6));
            Assert.That(second.Streams(150, 240).Average(), Is.EqualTo(4).Within(0.6));
            Assert.That(second.Delay(0.95, 150, 240), Is.LessThan(300));
            Assert.That(first.Missing(150, 239) + second.Missing(150, 239), Is.Zero);
        });
    }

    [Test]
    public void Beside_a_TCP_it_competes_for_a_share_and_when_it_ends_all_streams_come_back()
    {
        MixingLine line = new();
        MixerPair pair = line.Add();
        line.Run(30);
        TcpFlow tcp = line.AddReno();
        line.Run(60);
        long before = tcp.DeliveredBytes;
        line.Run(240);
        double tcpKbps = (tcp.DeliveredBytes - before) * 8 / 1e3 / 240;
        Assert.Multiple(() =>
        {
            Assert.That(pair.ArrivingKbps(90, 330) / tcpKbps, Is.InRange(0.5, 2));
            Assert.That(pair.Modes(90, 330).Count(mode => mode == MixingMode.Competing), Is.GreaterThan(0.9 * 240 * 50));
            Assert.That(pair.Streams(90, 330), Has.None.Zero);
        });
        tcp.SetUnlimited(false);
        line.Run(60);
        Assert.That((pair.State.Mode, pair.Sender.Streams), Is.EqualTo((MixingMode.Delay, 8)));
    }
}
