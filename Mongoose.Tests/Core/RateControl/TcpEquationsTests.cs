using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class TcpEquationsTests
{
    private static readonly Duration Tenth = Duration.FromMilliseconds(100), Figure9 = Duration.FromMilliseconds(150);

    [TestCase(0.001, 632.5)]
    [TestCase(0.005, 282.8)]
    [TestCase(0.01, 200.0)]
    [TestCase(0.03, 115.5)]
    [TestCase(0.05, 89.4)]
    [TestCase(0.1, 63.2)]
    public void Equation_1_gives_the_reference_line_of_the_paper_s_figure_9(double loss, double kilobits) =>
        Assert.That(TcpEquations.Mathis(375, Figure9, loss).KilobitsPerSecond, Is.EqualTo(kilobits).Within(0.05));

    [TestCase(1e-4, 14292.2)]
    [TestCase(1e-3, 4483.3)]
    [TestCase(0.01, 1312.0)]
    [TestCase(0.02, 855.5)]
    [TestCase(0.05, 430.5)]
    [TestCase(0.1, 206.7)]
    [TestCase(0.2, 62.7)]
    public void The_equation_of_RFC_5348_has_known_answers_for_full_segments(double loss, double kilobits) =>
        Assert.That(TcpEquations.Padhye(1460, Tenth, loss).KilobitsPerSecond, Is.EqualTo(kilobits).Within(0.06));

    [TestCase(0.001, 767.7, 542.8)]
    [TestCase(0.005, 331.5, 234.4)]
    [TestCase(0.01, 224.7, 158.9)]
    [TestCase(0.02, 146.5, 103.6)]
    [TestCase(0.03, 110.7, 78.3)]
    [TestCase(0.04, 88.9, 62.8)]
    [TestCase(0.05, 73.7, 52.1)]
    [TestCase(0.1, 35.4, 25.0)]
    [TestCase(0.2, 10.7, 7.6)]
    public void It_has_known_answers_for_small_packets_and_for_delayed_acks(double loss, double eachAcked, double everySecondAcked)
    {
        Assert.That(TcpEquations.Padhye(375, Figure9, loss).KilobitsPerSecond, Is.EqualTo(eachAcked).Within(0.06));
        Assert.That(TcpEquations.Padhye(375, Figure9, loss, packetsPerAck: 2).KilobitsPerSecond, Is.EqualTo(everySecondAcked).Within(0.06));
    }

    [Test]
    public void The_inverse_functions_reverse_the_equations([Values(1e-5, 1e-3, 0.02, 0.3, 1)] double loss, [Values(375, 1460)] int segment)
    {
        double padhye = TcpEquations.PadhyeLoss(segment, Tenth, TcpEquations.Padhye(segment, Tenth, loss));
        Assert.That(padhye, Is.EqualTo(loss).Within(0.1).Percent);
        double mathis = TcpEquations.MathisLoss(segment, Tenth, TcpEquations.Mathis(segment, Tenth, loss));
        Assert.That(mathis, Is.EqualTo(loss).Within(0.1).Percent);
    }

    [Test]
    public void Without_loss_the_rate_is_unlimited_and_below_the_lowest_rate_the_loss_is_1()
    {
        Assert.That(TcpEquations.Mathis(375, Tenth, 0), Is.EqualTo(DataRate.MaxValue));
        Assert.That(TcpEquations.Padhye(375, Tenth, 0), Is.EqualTo(DataRate.MaxValue));
        Assert.That(TcpEquations.PadhyeLoss(375, Tenth, DataRate.Zero), Is.EqualTo(1));
        Assert.That(TcpEquations.MathisLoss(375, Tenth, DataRate.Zero), Is.EqualTo(1));
    }

    [TestCase(375, 1500)]
    [TestCase(1448, 4380)]
    [TestCase(2000, 4380)]
    [TestCase(9000, 18_000)]
    public void The_initial_window_is_that_of_RFC_3390(double segment, double bytes) =>
        Assert.That(TcpEquations.InitialWindow(segment), Is.EqualTo(bytes));
}
