using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>The traces that a port must reproduce.</summary>
internal static class Stories
{
    public static IReadOnlyList<Trace> All { get; } =
    [
        Slow().ToTrace("slow-start",
            "No loss: each packet opens the window by one packet until the window is limited to twice the received data."),
        Slow().Lose(1).Receive(120).ToTrace("single-loss",
            "One packet is lost: the window is cut when three later packets have arrived, does not grow for a round trip, "
                + "then grows in congestion avoidance."),
        BurstLoss().ToTrace("burst-loss",
            "Twelve packets lost at once are one loss event, together with packets lost within the next round trip; "
                + "a later loss is another event."),
        Reorder().ToTrace("reorder", "Packets that are late by one or two places are not lost; a packet that is late by three places is."),
        Late().ToTrace("late",
            "The first packet that is late by three places is lost. Then packets up to 60 ms late are not, and losses are found later, "
                + "until a minute without late packets has passed."),
        Resent().ToTrace("resent", "Resent packets fill gaps and confirm losses, duplicates change nothing, and neither opens the window."),
        Wrap(0xFFFFFF - 40, 24).ToTrace("wrap-24", "Numbers wrap at 24 bits, between packets and within a gap."),
        Wrap(uint.MaxValue - 40, 32).ToTrace("wrap-32", "Numbers wrap at 32 bits, between packets and within a gap."),
        NumberedAnew().ToTrace("numbered-anew", "Implausible numbers change nothing; two consecutive ones restart the numbering."),
        RegionChange()
            .ToTrace("region-change", "The rate and SSTHRESH are kept in another region, and converted to windows with its round trip."),
        ApplicationLimited()
            .ToTrace("application-limited", "75 kbit/s without loss: the rate stays near twice the received rate indefinitely."),
        Unused().ToTrace("unused-window",
            "The window is kept while less is received and usable again when the received rate doubles; "
                + "a region change does not keep its unused part."),
        Silence().ToTrace("silence", "Nothing changes in silence; the first event after it finds the initial window."),
        Clamped().ToTrace("clamps",
            "The maximum rate limits the window by the current round trip, so that a single loss has an effect; "
                + "the minimum limits only the rate."),
        FairSegment().ToTrace("fair-segment", "Fair to a TCP connection with segments of 1448 bytes."),
        MixedSizes().ToTrace("mixed-sizes", "Packets of 100, 400 and 1000 bytes: the window opens by their root mean square."),
        Unanswered().ToTrace("unanswered",
            "Requests without ping replies or acknowledgements, a late acknowledgement, and a clock that steps backwards."),
        LittleNews().ToTrace("little-news",
            "A rate that differs by at most a twentieth is requested after five seconds unless it returns; "
                + "a larger difference is requested at once."),
        RoundTrips().ToTrace("round-trips",
            "Round trips from 0 to two minutes: pings, intervals between requests, and cuts that are sent at once or delayed."),
        AnyStory.Create(seed: 6, steps: 1200).ToTrace("anything", "Random events of all kinds."),
    ];

    private static Story Slow() => new Story().Receive(3).Pinged(100).Receive(120);

    private static Story BurstLoss() => Slow().Lose(12).Receive(10).Lose(3).Receive(10).Lose(1).Receive(60);

    private static Story Reorder()
    {
        // The packets arrive so fast that the received rate does not limit the window yet, which shows which packets open it.
        Story story = new Story { Pace = Duration.FromMilliseconds(2) }.Pinged(100).Receive(5);
        foreach (int later in (int[])[1, 2, 3])
        {
            uint late = story.Next;
            story.Next++;
            story.Receive(later).Packet(late).Receive(10);
        }
        return story.Receive(120);
    }

    private static Story Late()
    {
        Story story = Slow();
        foreach (int later in (int[])[3, 12, 5, 15, 2])
        {
            uint late = story.Next;
            story.Next++;
            story.Receive(later).Packet(late).Receive(10);
        }
        uint waiting = story.Lose(3).Receive(4).Lose(1).Receive(2).Lose(1).Next - 6;
        story.Receive(1).Resend(waiting).Receive(8).Packet(waiting - 2).Resend(waiting).Receive(40);
        for (int second = 0; second < 80; second++)
            story.Pass(1).Receive(1);
        return story.Receive(10).Lose(1).Receive(20);
    }

    private static Story Resent()
    {
        Story story = Slow();
        uint lost = story.Lose(2).Next - 2;
        story.Receive(1).Resend(lost).Resend(lost).Receive(30).Resend(lost + 1).Resend(3);
        story.Packet(story.Next - 1).Packet(story.Next - 5).Resend(story.Next + 1);
        return story.Receive(30);
    }

    private static Story Wrap(uint first, int bits)
    {
        Story story = new Story { Next = first, NumberBits = bits }.Pinged(100).Receive(60);
        story.Next = first + 39;
        story.NewCircuit(story.Next);
        return story.Ping().Receive(1).Lose(4).Receive(40);
    }

    private static Story NumberedAnew()
    {
        Story story = Slow();
        story.Packet(900_000).Receive(5).Packet(900_001).Packet(5_000_000).Resend(6_000_000).Packet(5_000_001);
        story.Next = 5_000_002;
        story.Receive(10).Packet(5_004_500).Packet(5_004_502);
        story.Next += 3999;
        return story.Receive(40);
    }

    private static Story RegionChange() =>
        Slow().Lose(1).Receive(40).NewCircuit(next: 7).Receive(10).Pass(0.3).Pinged(250).Receive(60)
            .Lose(1).Receive(3).NewCircuit().NewCircuit().Pinged(400).Receive(60);

    private static Story ApplicationLimited()
    {
        Story story = new Story { Pace = Duration.FromMilliseconds(40) }.Pinged(100);
        return story.Receive(200).Pinged(350).Receive(20).Pinged(100).Receive(60).Lose(1).Receive(60);
    }

    private static Story Unused()
    {
        Story story = Slow().Lose(1).Receive(200);
        foreach ((int pace, int packets) in ((int, int)[])[(40, 110), (20, 60), (10, 120), (5, 200), (40, 110)])
        {
            story.Pace = Duration.FromMilliseconds(pace);
            story.Receive(packets);
        }
        return story.NewCircuit().Pinged(300).Receive(30);
    }

    private static Story Silence() => Slow().Lose(1).Receive(30).Pass(0.5).Pass(60).Ping().Receive(20).Pass(5).Receive(20);

    private static Story Clamped()
    {
        var options = new RateControlOptions
        {
            MinRate = DataRate.FromKilobitsPerSecond(200),
            MaxRate = DataRate.FromKilobitsPerSecond(400),
        };
        Story story = new Story(options).Pinged(100).Receive(80);
        for (int i = 0; i < 6; i++)
            story.Lose(1).Receive(30);
        foreach (double milliseconds in (double[])[300, 50, 300])
            story.Pinged(milliseconds).Receive(40);
        return story;
    }

    private static Story FairSegment() =>
        new Story(new RateControlOptions { FairSegmentBytes = 1448 }) { PacketBytes = 611 }.Pinged(80).Receive(60).Lose(1).Receive(80);

    private static Story MixedSizes()
    {
        Story story = new Story().Pinged(100);
        for (int i = 0; i < 150; i++)
        {
            story.PacketBytes = (i % 3) switch { 0 => 100, 1 => 400, _ => 1000 };
            if (i == 60)
                story.Lose(1);
            story.Receive(1);
        }
        return story;
    }

    private static Story Unanswered()
    {
        Story story = new Story().Pass(0.5).Pass(0.5).Pass(0.999).Acknowledge().Pass(5).Receive(3).Pinged(100).Receive(20);
        return story.Pass(0.2).Acknowledge(1).Pass(2).Acknowledge().Pass(0.5).Pass(-3).Receive(5).Pass(9);
    }

    private static Story LittleNews()
    {
        Story story = Slow().Lose(1).Receive(60).Pinged(100).Pass(0.2).Acknowledge();
        foreach (double milliseconds in (double[])[100, 104, 100, 96, 104, 110, 108])
            story.Pinged(milliseconds).Acknowledge().Pass(0.5).Pass(0.6);
        return story.Pass(3.8).Pass(0.2).Acknowledge().Pinged(106).Receive(4).Pinged(100).Pass(6);
    }

    private static Story RoundTrips()
    {
        var story = new Story { Pace = Duration.FromMilliseconds(3) };
        foreach (double milliseconds in (double[])[20, 33.333333, 33.333334, 49, 50, 51, 0, 900, 1100, 120_000, 60])
            story.Pinged(milliseconds).Receive(12).Lose(1).Receive(12).Pass(1.2);
        return story;
    }
}
