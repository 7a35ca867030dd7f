using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Downloads;

public sealed class DownloadPacerTests
{
    [Test]
    public void Short_responses_go_first_then_assets_then_textures()
    {
        List<DownloadOrder> written = [];
        DownloadPacer<FakeDownload> pacer = NewPacer();
        foreach (DownloadOrder order in (DownloadOrder[])[DownloadOrder.Bulk, DownloadOrder.Asset, DownloadOrder.Short])
            pacer.Add(new FakeDownload { Order = order, RemainingBytes = 3000, Written = bytes => written.Add(order) }, Instant.Zero);
        Run(pacer, Duration.FromSeconds(1));
        Assert.That(written, Is.EqualTo((DownloadOrder[])[DownloadOrder.Short, DownloadOrder.Asset, DownloadOrder.Bulk]));
    }

    [Test]
    public void Responses_of_one_order_take_turns()
    {
        List<int> written = [];
        DownloadPacer<FakeDownload> pacer = NewPacer();
        for (int i = 0; i < 3; i++)
        {
            int number = i;
            pacer.Add(new FakeDownload { RemainingBytes = 3 * 4 * 1448, Written = _ => written.Add(number) }, Instant.Zero);
        }
        Run(pacer, Duration.FromSeconds(1));
        Assert.That(written, Is.EqualTo((int[])[0, 1, 2, 0, 1, 2, 0, 1, 2]));
    }

    [Test]
    public void A_connection_that_takes_nothing_does_not_hold_up_the_others()
    {
        DownloadPacer<FakeDownload> pacer = NewPacer();
        FakeDownload dead = new() { RemainingBytes = 100_000, CanWrite = false }, alive = new() { RemainingBytes = 100_000 };
        pacer.Add(dead, Instant.Zero);
        pacer.Add(alive, Instant.Zero);
        Run(pacer, Duration.FromSeconds(5));
        Assert.That((dead.RemainingBytes, alive.RemainingBytes), Is.EqualTo((100_000L, 0L)));
    }

    [Test]
    public void Pieces_are_even_numbers_of_segments_but_for_the_end()
    {
        List<int> pieces = [];
        DownloadPacer<FakeDownload> pacer = NewPacer();
        pacer.Add(new FakeDownload { RemainingBytes = 20_000, Written = pieces.Add }, Instant.Zero);
        Run(pacer, Duration.FromSeconds(2));
        Assert.That(pieces.SkipLast(1), Has.All.Matches<int>(piece => piece % (2 * 1448) == 0));
        Assert.That(pieces.Sum(), Is.EqualTo(20_000));
    }

    [Test]
    public void A_connection_without_response_and_bytes_on_the_way_is_forgotten()
    {
        DownloadPacer<FakeDownload> pacer = NewPacer();
        pacer.Add(new FakeDownload { RemainingBytes = 20_000 }, Instant.Zero);
        Assert.That(Run(pacer, Duration.FromSeconds(5)), Is.EqualTo(Instant.Never));
        Assert.That(pacer.Connections, Is.Zero);
    }

    [Test]
    public void A_connection_that_is_used_again_is_one_connection()
    {
        DownloadController controller = new(DownloadOptions.Default, Instant.Zero);
        DownloadPacer<FakeDownload> pacer = new(controller, Instant.Zero);
        object connection = new();
        FakeDownload first = new() { Connection = connection, RemainingBytes = 3000 },
            next = new() { Connection = connection, RemainingBytes = 3000 };
        pacer.Add(first, Instant.Zero);
        Instant now = Instant.Zero + Duration.FromMilliseconds(20);
        pacer.Serve(now);
        Assert.That(first.RemainingBytes, Is.Zero);
        pacer.Add(next, now);
        Assert.That(pacer.Connections, Is.EqualTo(1));
        Run(pacer, Duration.FromSeconds(1), now);
        Assert.That(next.RemainingBytes, Is.Zero);
    }

    [Test]
    public void What_a_connection_delivered_before_is_not_a_rate_of_this_visitor()
    {
        DownloadController controller = new(DownloadOptions.Default, Instant.Zero);
        DownloadPacer<FakeDownload> pacer = new(controller, Instant.Zero);
        pacer.Add(new FakeDownload { RemainingBytes = 20_000, DeliveredBytes = 1_000_000_000 }, Instant.Zero);
        Run(pacer, Duration.FromMilliseconds(100));
        Assert.That(controller.Delivered.MegabitsPerSecond, Is.LessThan(100));
    }

    /// <summary>TCP counts segments: the last one of a response as if it were full.</summary>
    [Test]
    public void A_response_that_has_ended_counts_no_more_than_it_has_sent()
    {
        DownloadController controller = new(DownloadOptions.Default, Instant.Zero);
        DownloadPacer<FakeDownload> pacer = new(controller, Instant.Zero);
        Instant now = Instant.Zero;
        for (int i = 0; i < 100; i++, now += Duration.FromMilliseconds(20))
        {
            pacer.Add(new FakeDownload { RemainingBytes = 100, CountedSegment = 1448 }, now);
            Run(pacer, Duration.FromMilliseconds(20), now);
        }
        Assert.That(controller.Delivered.KilobitsPerSecond, Is.AtMost(100 * 8 / 20.0 * 1.1));
    }

    /// <summary>The thread that serves a visitor also wakes for requests whose response is not ready yet.</summary>
    [Test]
    public void A_pacer_that_is_served_without_responses_still_knows_that_downloads_rest()
    {
        DownloadController controller = new(DownloadOptions.Default, Instant.Zero);
        DownloadPacer<FakeDownload> pacer = new(controller, Instant.Zero);
        FakeDownload download = new() { RemainingBytes = long.MaxValue / 2 };
        pacer.Add(download, Instant.Zero);
        Run(pacer, Duration.FromSeconds(1));
        download.RoundTrip = Duration.FromMilliseconds(120);
        Run(pacer, Duration.FromSeconds(1), Instant.FromSeconds(1));
        download.HasEnded = true;
        Run(pacer, Duration.FromSeconds(1), Instant.FromSeconds(2));
        Assert.That(controller.Queueing, Is.GreaterThan(Duration.Zero));
        Instant later = Instant.FromSeconds(60);
        pacer.Serve(later);
        pacer.Add(new FakeDownload { RemainingBytes = 1000 }, later);
        Assert.That(controller.Queueing, Is.EqualTo(Duration.Zero), "the queue is gone after a rest");
    }

    /// <summary>OpenSim sends a short body together with the headers, of which alone it says the length.</summary>
    [Test]
    public void Short_responses_are_paced_by_what_they_send()
    {
        long written = 0;
        DownloadPacer<FakeDownload> pacer = NewPacer();
        for (int i = 0; i < 100; i++)
            pacer.Add(new FakeDownload
            {
                RemainingBytes = 400,
                MergedBytes = 6000,
                Order = DownloadOrder.Short,
                Written = bytes => written += bytes
            }, Instant.Zero);
        pacer.Serve(Instant.Zero);
        Assert.That(written, Is.LessThan(30_000));
    }

    /// <summary>Each holds pieces that its receiver does not take; together they are more than the window.</summary>
    [Test]
    public void Connections_whose_receiver_takes_nothing_do_not_use_up_the_window([Values(0, 1448)] long inFlight)
    {
        DownloadPacer<FakeDownload> pacer = NewPacer();
        for (int i = 0; i < 50; i++)
            pacer.Add(new FakeDownload { RemainingBytes = 100_000, StuckInFlight = inFlight }, Instant.Zero);
        FakeDownload alive = new() { RemainingBytes = 300_000 };
        pacer.Add(alive, Instant.Zero);
        Run(pacer, Duration.FromSeconds(5));
        Assert.That(alive.RemainingBytes, Is.Zero);
    }

    /// <summary>OpenSim closes a dead connection some time after its last piece. Fewer connections may each write more ahead.</summary>
    [Test]
    public void A_connection_whose_receiver_takes_nothing_gets_no_further_piece_when_others_leave([Values(0, 1448)] long inFlight)
    {
        DownloadPacer<FakeDownload> pacer = NewPacer();
        FakeDownload[] dead =
            [.. Enumerable.Range(0, 24).Select(_ => new FakeDownload { RemainingBytes = 100_000, StuckInFlight = inFlight })];
        foreach (FakeDownload download in dead)
            pacer.Add(download, Instant.Zero);
        pacer.Add(new FakeDownload { RemainingBytes = 5_000_000 }, Instant.Zero);
        Run(pacer, Duration.FromSeconds(5));
        long remaining = dead[0].RemainingBytes;
        foreach (FakeDownload download in dead[1..])
            download.HasEnded = true;
        Run(pacer, Duration.FromSeconds(5), Instant.FromSeconds(5));
        Assert.That((pacer.Connections, dead[0].RemainingBytes), Is.EqualTo((1, remaining)));
    }

    [Test]
    public void A_connection_that_has_ended_is_given_up()
    {
        DownloadPacer<FakeDownload> pacer = NewPacer();
        FakeDownload download = new() { RemainingBytes = long.MaxValue / 2 };
        pacer.Add(download, Instant.Zero);
        Run(pacer, Duration.FromSeconds(1));
        download.HasEnded = true;
        Run(pacer, Duration.FromSeconds(1), Instant.FromSeconds(1));
        Assert.That((download.IsGivenUp, pacer.Connections), Is.EqualTo((true, 0)));
    }

    /// <summary>Whatever the connections show, every response is written in the end, within bounds and without an exception.</summary>
    [Test]
    public void Hostile_connections_end_nothing([Range(1, 40)] int seed)
    {
        Random random = new(seed);
        DownloadController controller = new(DownloadOptions.Default, Instant.Zero);
        DownloadPacer<FakeDownload> pacer = new(controller, Instant.Zero);
        FakeDownload[] downloads = [.. Enumerable.Range(0, 1 + random.Next(40)).Select(_ => new FakeDownload { Hostile = random })];
        Instant now = Instant.Zero;
        for (int step = 0; step < 20_000; step++)
        {
            now += Duration.FromMilliseconds(random.Next(100) == 0 ? random.Next(-20_000, 20_000) : random.Next(1, 20));
            FakeDownload download = downloads[random.Next(downloads.Length)];
            if (download.RemainingBytes == 0)
            {
                download.RemainingBytes = random.Next(1, 2_000_000);
                download.Order = (DownloadOrder)random.Next(3);
                pacer.Add(download, now);
            }
            pacer.Serve(now);
            Assert.That(controller.Window, Is.InRange(1, 1e12));
            Assert.That(controller.Rate, Is.GreaterThan(DataRate.Zero));
            Assert.That(pacer.Connections, Is.AtMost(downloads.Length));
        }
        foreach (FakeDownload download in downloads)
            download.Hostile = null;
        Run(pacer, Duration.FromSeconds(600), now);
        Assert.That(downloads.Where(download => !download.HasEnded).Select(download => download.RemainingBytes), Has.All.Zero);
    }

    private static DownloadPacer<FakeDownload> NewPacer() =>
        new(new DownloadController(DownloadOptions.Default, Instant.Zero), Instant.Zero);

    private static Instant Run(DownloadPacer<FakeDownload> pacer, Duration time, Instant? from = null)
    {
        Instant now = from ?? Instant.Zero, end = now + time, next = now;
        while (now < end && next != Instant.Never)
        {
            next = pacer.Serve(now);
            now += Duration.FromMilliseconds(2);
        }
        return next;
    }

    /// <summary>A connection whose receiver acknowledges everything at the next look, or which shows anything.</summary>
    private sealed class FakeDownload : IDownload
    {
        private long _delivered, _held;

        public bool CanWrite { get; init; } = true;

        public long RemainingBytes { get; set; }

        public DownloadOrder Order { get; set; } = DownloadOrder.Bulk;

        public Action<int>? Written { get; init; }

        public Random? Hostile { get; set; }

        public bool HasEnded { get; set; }

        public long DeliveredBytes { init => _delivered = value; }

        public Duration RoundTrip { get; set; } = Duration.FromMilliseconds(60);

        /// <summary>If it is not 0, TCP counts delivered segments of this size instead of bytes.</summary>
        public int CountedSegment { get; init; }

        /// <summary>What TCP has in flight to a receiver that takes nothing; all that is written stays unsent.</summary>
        public long? StuckInFlight { get; init; }

        public bool TryRead(out ConnectionState state)
        {
            if (Hostile is { } random)
            {
                state = new ConnectionState(Any(random), Any(random), random.NextInt64(-10, 1L << 40), random.NextInt64(0, 1 << 24),
                    random.NextInt64(0, 1 << 20), random.NextInt64(0, 1 << 20), random.NextInt64(0, 1 << 20), random.Next(-1, 70_000));
                return HasEnded ? false : random.Next(1000) > 0 || !(HasEnded = true);
            }
            if (StuckInFlight is { } inFlight)
            {
                state = new ConnectionState(
                    Duration.FromMilliseconds(60), Duration.FromMilliseconds(60), _delivered, inFlight, _held, 0, 5, 1448);
                return !HasEnded;
            }
            _delivered += CountedSegment > 0 ? (_held + CountedSegment - 1) / CountedSegment * CountedSegment : _held;
            _held = 0;
            state = new ConnectionState(RoundTrip, Duration.FromMilliseconds(60), _delivered, _held, 0, 0, _delivered / 1448, 1448);
            return !HasEnded;
        }

        /// <summary>Bytes of a body that TCP gets together with the headers, whatever the pacer asks for.</summary>
        public int MergedBytes { get; init; }

        public int Write(int bytes)
        {
            Assert.That(bytes, Is.InRange(1, RemainingBytes));
            RemainingBytes -= bytes;
            bytes += MergedBytes;
            _held += bytes;
            Written?.Invoke(bytes);
            return bytes;
        }

        /// <summary>Whether the pacer has given the connection up.</summary>
        public bool IsGivenUp { get; private set; }

        public void GiveUp() => IsGivenUp = true;

        public object Connection { get; init; } = new();

        private static Duration Any(Random random) => new(random.Next(4) == 0 ? 0 : random.NextInt64(0, 1L << random.Next(1, 45)));
    }
}
