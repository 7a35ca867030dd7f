using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A region's sender and its owner, who calls it at the times that it returns and fails the test if it would have to spin. The default rate
/// of 800 kbit/s is 100 bytes per millisecond, with a burst of 3000 bytes.
/// </summary>
internal sealed class SenderRig
{
    public static readonly SendingOptions EventDriven = SendingOptions.Default, Polled = new() { Polling = PollPolicy.OpenSim };

    private readonly List<CircuitSender<FakePort>> _circuits = [];

    public SenderRig(SendingOptions options, double limitKilobits = 0)
    {
        Sender = new RegionSender<FakePort>(
            options, DataRate.FromKilobitsPerSecond(limitKilobits), (circuit, exception) => Failures.Add((circuit, exception)), Now);
    }

    public RegionSender<FakePort> Sender { get; }

    public List<(CircuitSender<FakePort> Circuit, Exception Exception)> Failures { get; } = [];

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public double Elapsed => (Now - Instant.FromSeconds(100)).Milliseconds;

    /// <summary>Number of calls of <see cref="RegionSender{TPort}.Serve"/>.</summary>
    public int Passes { get; private set; }

    /// <summary>What the region does in addition to sending, every 100 ms of <see cref="Run"/>: its timers for acks and resends.</summary>
    public Action? Upkeep { get; set; }

    public static CircuitRates Rates(double kilobits) =>
        new(DataRate.FromKilobitsPerSecond(kilobits), ViewerSplit.Of(DataRate.FromKilobitsPerSecond(kilobits)));

    public CircuitSender<FakePort> Open(double kilobits = 800, FakePort? port = null)
    {
        port ??= new FakePort();
        (port.Rates, port.Now) = (Rates(kilobits), Now);
        CircuitSender<FakePort> circuit = Sender.Open(port, Now);
        _circuits.Add(circuit);
        return circuit;
    }

    /// <summary>Makes a pass now. Returns the time until the next pass in milliseconds.</summary>
    public double Serve()
    {
        Passes++;
        Instant next = Sender.Serve(Now);
        return next == Instant.Never ? double.PositiveInfinity : (next - Now).Milliseconds;
    }

    /// <summary>Serves now, and then at the times that the sender returns, until the given time has passed.</summary>
    public void Run(double milliseconds)
    {
        Instant end = Now + Duration.FromMilliseconds(milliseconds), upkeep = Upkeep is null ? Instant.Never : Now;
        while (Now <= end)
        {
            if (Now >= upkeep)
            {
                Upkeep!();
                upkeep = Now + Duration.FromMilliseconds(100);
            }
            long before = SentBytes();
            Passes++;
            Instant next = Sender.Serve(Now);
            Assert.That(next > Now || SentBytes() > before, "the sender asks to be called immediately although nothing was sent");
            SetTime(Instant.Min(next, upkeep));
        }
        SetTime(end);
    }

    /// <summary>Moves the clock forwards or backwards.</summary>
    public void Pass(double milliseconds) => SetTime(Now + Duration.FromMilliseconds(milliseconds));

    private long SentBytes() => _circuits.Sum(static circuit => circuit.Port.SentBytes);

    private void SetTime(Instant now)
    {
        Now = now;
        _circuits.ForEach(circuit => circuit.Port.Now = now);
    }
}
