using System.Collections.Immutable;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The line of the simulator's own host, which all regions and all downloads of the process share. Circuits come first: downloads share
/// what the circuits leave, or a tenth if that is more. Within each of the two, shares that could send more divide what the others leave,
/// equally per visitor.
/// <para>Whichever thread is due evaluates the line; no thread waits. Rates are published per share.</para>
/// </summary>
/// <param name="rate">The line's rate, headers included.</param>
public sealed class HostUplink(DataRate rate, Instant now)
{
    /// <summary>The part of the line's rate that is used: the queue of a full line would grow without end.</summary>
    private const double UsedPart = 0.97;

    /// <summary>
    /// The part that downloads keep even if circuits could use the whole line, because viewers give up a download after a minute.
    /// </summary>
    private const double MinDownloads = 0.1;

    /// <summary>A share that sends everything it has may grow by this factor until the next evaluation.</summary>
    private const double Growth = 1.1;

    private static readonly Duration Interval = Duration.FromMilliseconds(50);

    /// <summary>Threads take the time a little before they report; a larger step backwards is the clock's.</summary>
    private static readonly Duration ClockStep = Duration.FromSeconds(1);

    private readonly double _rate = rate.BytesPerSecond * UsedPart;
    private UplinkShare[] _shares = [];
    private Instant _evaluatedAt = now;
    private int _isTaken;

    /// <summary>Opens the share of a region's circuits. Any thread may call it.</summary>
    public UplinkShare OpenCircuits() => Open(new UplinkShare(this, DatagramHeaders.Bytes, isFirst: true, _rate));

    /// <summary>Opens the share of a visitor's downloads. Any thread may call it.</summary>
    public UplinkShare OpenDownloads() => Open(new UplinkShare(this, UplinkShare.TcpHeaderBytes, isFirst: false, _rate));

    /// <summary>Closes a share. Any thread may call it.</summary>
    public void Close(UplinkShare share) =>
        ImmutableInterlocked.Update(ref _shares, shares => Array.FindAll(shares, other => other != share));

    private UplinkShare Open(UplinkShare share)
    {
        ImmutableInterlocked.Update(ref _shares, shares => [.. shares, share]);
        return share;
    }

    internal void Update(Instant now)
    {
        if (Interlocked.Exchange(ref _isTaken, 1) != 0)
            return;
        try
        {
            if (now - _evaluatedAt >= Interval || _evaluatedAt - now > ClockStep)
                Evaluate(Duration.Max(Interval, now - _evaluatedAt), now);
        }
        finally
        {
            Volatile.Write(ref _isTaken, 0);
        }
    }

    private void Evaluate(Duration elapsed, Instant now)
    {
        _evaluatedAt = now;
        UplinkShare[] shares = Volatile.Read(ref _shares);
        double circuits = 0, downloads = 0, least = MinDownloads * _rate;
        foreach (UplinkShare share in shares)
        {
            share.Measure(elapsed);
            circuits += share.IsFirst ? share.Used : 0;
            downloads += share.IsFirst ? 0 : share.Used;
        }
        Divide(shares, isFirst: true, _rate - Math.Min(downloads, least), now);
        Divide(shares, isFirst: false, Math.Max(least, _rate - circuits), now);
    }

    private static void Divide(UplinkShare[] shares, bool isFirst, double rate, Instant now)
    {
        double level = LevelOf(shares, isFirst, rate, now);
        foreach (UplinkShare share in shares)
        {
            if (share.IsFirst == isFirst)
                share.Publish(level * share.Visitors);
        }
    }

    /// <summary>
    /// Each visitor's share of the rate. Visitors that need less than an equal share leave the rest to the others (max-min fairness).
    /// </summary>
    private static double LevelOf(UplinkShare[] shares, bool isFirst, double rate, Instant now)
    {
        double free = rate, visitors = 0, highest = 0;
        foreach (UplinkShare share in shares)
        {
            share.IsSatisfied = share.IsFirst != isFirst;
            visitors += share.IsSatisfied ? 0 : share.Visitors;
        }
        double all = visitors;
        for (bool isChanged = true; isChanged && visitors > 0;)
        {
            isChanged = false;
            double level = free / visitors;
            foreach (UplinkShare share in shares)
            {
                double demand = share.IsLimited(now) ? double.MaxValue : share.Used * Growth;
                if (share.IsSatisfied || demand >= level * share.Visitors)
                    continue;
                (share.IsSatisfied, isChanged) = (true, true);
                free -= demand;
                visitors -= share.Visitors;
                highest = Math.Max(highest, demand / share.Visitors);
            }
        }
        return visitors > 0 ? free / visitors : highest + free / Math.Max(1, all);
    }
}
