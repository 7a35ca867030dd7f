using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

/// <summary>A visitor's line of 4 Mbit/s with a round trip of 60 ms, and the acks that its circuits' packets cause, every 20 ms.</summary>
internal sealed class LineRig
{
    public const double Kilobits = 4000;

    private static readonly Duration Step = Duration.FromMilliseconds(20), RoundTrip = Duration.FromMilliseconds(60);

    private readonly List<LineShare> _open = [];
    private double _queueSeconds;

    public LineRig() => Line = new VisitorLine(PathControlOptions.Default, Now);

    public VisitorLine Line { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    /// <summary>The rate and the queue of downloads on the line at a time; null if there are none.</summary>
    public Func<Instant, (DataRate Delivered, Duration Queueing)>? Downloads { get; set; }

    /// <summary>Whether the downloads are the visitor's own, and the line knows of them.</summary>
    public bool AreDownloadsKnown { get; set; } = true;

    /// <summary>The sum of all circuits' rates, in kbit/s.</summary>
    public double Sum => _open.Sum(static share => share.Rate.KilobitsPerSecond);

    public LineShare Open(bool isRoot = true, double askedKilobits = 20_000)
    {
        LineShare share = Line.Open(isRoot, Now);
        share.SetAllowed(DataRate.FromKilobitsPerSecond(askedKilobits), Now);
        _open.Add(share);
        return share;
    }

    public void Close(LineShare share)
    {
        Line.Close(share);
        _open.Remove(share);
    }

    /// <summary>
    /// These circuits send all that they may. The others send nothing. Packets that exceed the line's rate wait in its queue.
    /// </summary>
    public LineRig Use(double seconds, params LineShare[] circuits)
    {
        for (Instant end = Now + Duration.FromSeconds(seconds); Now < end;)
        {
            Now += Step;
            if (AreDownloadsKnown && Downloads?.Invoke(Now) is var (arrived, queueing))
                Line.Downloads.Report(arrived, queueing, Now);
            double sent = circuits.Sum(static share => share.Rate.KilobitsPerSecond);
            double part = Math.Min(1, Kilobits / Math.Max(1, sent));
            _queueSeconds = Math.Max(0, _queueSeconds + (sent / Kilobits - 1) * Step.Seconds);
            foreach (LineShare share in circuits)
            {
                share.NoteLimited(Now);
                double delivered = share.Rate.BytesPerSecond * (_queueSeconds > 0 ? part : 1);
                if (delivered * Step.Seconds >= 1)
                    share.Acked(Report(delivered));
                share.Tick(hasInFlight: true, Now);
            }
            foreach (LineShare share in _open.Except(circuits))
                share.Tick(hasInFlight: false, Now);
        }
        return this;
    }

    /// <summary>Time passes without packets.</summary>
    public LineRig Rest(double seconds) => Use(seconds);

    private AckReport Report(double delivered)
    {
        Duration roundTrip = RoundTrip + Duration.FromSeconds(_queueSeconds) + (Downloads?.Invoke(Now).Queueing ?? Duration.Zero);
        return new AckReport
        {
            At = Now,
            Bytes = (long)(delivered * Step.Seconds),
            Packets = 1 + (int)(delivered * Step.Seconds / 1000),
            RoundTrip = roundTrip,
            NewestSent = Now - roundTrip,
            Delivered = delivered,
        };
    }
}
