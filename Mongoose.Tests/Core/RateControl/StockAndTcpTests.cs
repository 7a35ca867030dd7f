using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>
/// Mongoose paper, Fig. 3: the stock viewer at its default setting compared with TCP. The figure fits eq. 1 with C * S = 500 bytes and a
/// cap of 750 kbit/s.
/// </summary>
public sealed class StockAndTcpTests
{
    [TestCase(0.01, 52, false)]
    [TestCase(0.01, 54, true)]
    [TestCase(0.01, 500, true)]
    [TestCase(0.0027, 100, false)]
    [TestCase(0.003, 100, true)]
    [TestCase(0.028, 100, true)]
    [TestCase(0.04, 100, false)]
    public void Stock_takes_more_than_TCP_above_53_ms_at_1_percent_and_between_0_3_and_3_percent_at_100_ms(
        double loss, double roundTripMs, bool takesMore) =>
        Assert.That(SteadyStock(loss) > Tcp(loss, roundTripMs), Is.EqualTo(takesMore));

    [Test]
    public void At_4_percent_and_100_ms_TCP_would_take_150_kbit_s_more_than_stock() =>
        Assert.That((Tcp(0.04, 100) - SteadyStock(0.04)) / 1000, Is.EqualTo(150).Within(0.01));

    private static double Tcp(double loss, double roundTripMs) =>
        TcpEquations.Mathis(500, Duration.FromMilliseconds(roundTripMs), loss).BitsPerSecond;

    /// <summary>The rate in bit/s after a minute of periodic loss.</summary>
    private static double SteadyStock(double loss)
    {
        var script = new Script(ViewerController.ControllerName, Script.Wide with { ViewerPreset = ViewerPreset.Paper });
        double owed = 0;
        while (script.Now < Instant.FromSeconds(60))
        {
            owed += loss;
            if (owed < 1)
            {
                script.Receive(1);
                continue;
            }
            owed -= 1;
            script.Lose(1);
        }
        return script.Controller.Rate.BitsPerSecond;
    }
}
