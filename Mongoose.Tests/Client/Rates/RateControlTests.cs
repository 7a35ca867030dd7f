using Mongoose.Client.Rates;
using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Rates;

public sealed class RateControlTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);

    [Test]
    public void Without_a_controller_sequence_numbers_are_tracked_and_nothing_is_requested()
    {
        Stage stage = new();
        stage.Receive(1, 2, 4);
        stage.Ping();
        stage.Clock.RunFor(Duration.FromSeconds(10));
        Assert.That((stage.Rates.Sequences.Sent, stage.Rates.Sequences.Missing, stage.Rates.PingInterval),
            Is.EqualTo((4L, 1L, (Duration?)null)));
        Assert.That(stage.Requests, Is.Empty);
    }

    [Test]
    public void An_ack_outside_the_sequence_is_not_tracked_and_never_a_duplicate([Values] bool hasController)
    {
        Stage stage = new();
        IRateController controller = Controller();
        if (hasController)
            stage.Rates.Begin(controller);
        Assert.That(stage.Receive(0, 0).IsRepeated, Is.False);
        stage.Receive(1, 2, 0, 3);
        Assert.That((stage.Rates.Sequences.Sent, stage.Rates.Sequences.Missing, controller.State.LossEvents), Is.EqualTo((3L, 0L, 0L)));
    }

    [Test]
    public void A_circuit_that_was_open_before_starts_a_new_count_and_still_recognises_duplicates()
    {
        Stage stage = new();
        stage.Receive(1, 2, 3);
        stage.Rates.Begin(Controller());
        Assert.That(stage.Rates.OnPacket(3, isResent: true, 500, stage.Clock.Now).IsRepeated);
        stage.Receive(7);
        Assert.That(stage.Rates.Sequences.Counts, Is.EqualTo(new SequenceCounts(Received: 1, Lost: 0, Reordered: 0)));
    }

    [Test]
    public void Requests_are_sent_from_the_first_ping_until_the_pause_and_the_latest_is_kept()
    {
        Stage stage = new();
        IRateController controller = Controller();
        stage.Rates.Begin(controller);
        Assert.That(stage.Rates.Requested, Is.EqualTo(ViewerSplit.Of(controller.Rate)), "the rates to request on arrival");
        stage.Ping();
        Assert.That(stage.Rates.PingInterval, Is.EqualTo(RoundTrip * 0.5));
        Assert.That(stage.Rates.Requested, Is.EqualTo(stage.Requests.Single().Channels));
        stage.Clock.RunFor(Duration.FromSeconds(1.5));
        Assert.That(stage.Requests, Has.Count.EqualTo(2), "the first was not acknowledged");
        stage.Rates.OnAcknowledged(2);
        stage.Rates.Pause();
        stage.ReceiveFor(seconds: 3);
        Assert.That(stage.Requests, Has.Count.EqualTo(2));
        Assert.That(stage.Rates.Sequences.Received, Is.Positive, "received packets still count");
    }

    [Test]
    public void A_controller_in_use_elsewhere_gets_no_more_events_of_this_circuit()
    {
        Stage stage = new(), next = new();
        IRateController controller = Controller();
        stage.Rates.Begin(controller);
        stage.Ping();
        stage.ReceiveFor(seconds: 2);
        stage.Rates.End();
        next.Rates.Begin(controller);
        DataRate before = controller.Rate;
        int requests = stage.Requests.Count;
        stage.ReceiveFor(seconds: 2);
        stage.Ping();
        Assert.That((controller.Rate, stage.Requests.Count, stage.Rates.PingInterval), Is.EqualTo((before, requests, (Duration?)null)));
        Assert.That(next.Rates.Requested, Is.EqualTo(ViewerSplit.Of(before)), "the rate is kept");
    }

    [TestCaseSource(typeof(RateControllers), nameof(RateControllers.Names))]
    public void No_packet_allocates(string name)
    {
        StandingScheduler clock = new();
        long requests = 0;
        RateControl rates = new(clock, _ => requests++);
        rates.Begin(RateControllers.Create(name, RateControlOptions.Default));
        uint last = 0;
        Assert.That(Allocation.FewestBytes(() => Run(last + 1, last += 6000)), Is.Zero);
        Assert.That(requests, Is.Positive);

        void Run(uint from, uint to)
        {
            for (uint sequence = from; sequence <= to; sequence++)
            {
                clock.Now += Duration.FromMilliseconds(3);
                if (sequence % 20 == 0)
                    rates.OnPing(RoundTrip, clock.Now);
                if (sequence % 500 != 0)
                    rates.OnPacket(sequence, isResent: false, 500, clock.Now);
            }
        }
    }

    private static IRateController Controller() =>
        RateControllers.Create(WindowTrackingController.ControllerName, RateControlOptions.Default);

    private sealed class Stage
    {
        private uint _sequence = 100;

        public Stage() => Rates = new RateControl(Clock, Requests.Add);

        public SimulatedScheduler Clock { get; } = new();

        public List<ThrottleRequest> Requests { get; } = [];

        public RateControl Rates { get; }

        public void Ping() => Rates.OnPing(RoundTrip, Clock.Now);

        public PacketVerdict Receive(params uint[] sequences)
        {
            PacketVerdict last = default;
            foreach (uint sequence in sequences)
                last = Rates.OnPacket(sequence, isResent: false, 500, Clock.Now);
            return last;
        }

        public void ReceiveFor(double seconds)
        {
            for (int i = 0; i < seconds * 100; i++)
            {
                Receive(_sequence++);
                Clock.RunFor(Duration.FromMilliseconds(10));
            }
        }
    }

    /// <summary>A clock set by the test; actions that are due do not run.</summary>
    private sealed class StandingScheduler : IScheduler
    {
        public Instant Now { get; set; }

        public void At(Instant time, Action action)
        {
        }

        public void AfterWork(Duration work, Action then)
        {
        }
    }
}
