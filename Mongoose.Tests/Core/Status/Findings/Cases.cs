using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Evidence of a simulator in which all is well; tests change what they are about.</summary>
internal static class Cases
{
    /// <summary>A process on a host of two cores.</summary>
    public static readonly ProcessHealth Process = new() { UsedCores = 1, AllowedCores = 2, HostUsedCores = 1.2, HostCores = 2 };

    /// <summary>A quota of 12 % of a core, which stops the process for so long that visitors notice.</summary>
    public static readonly ProcessHealth Starved = Process with
    {
        UsedCores = 0.12,
        AllowedCores = 0.12,
        Throttled = 0.85,
        Late = 0.6,
        Lateness = Duration.FromMilliseconds(400),
    };

    /// <summary>Frames in time.</summary>
    public static readonly RegionHealth Simulation = new()
    {
        TargetFrame = Duration.FromMilliseconds(90.9),
        Frame = Duration.FromMilliseconds(91),
        SinceFrame = Duration.FromMilliseconds(40),
        Dilation = 1,
        SimFps = 55,
        Parts = new FrameParts(Physics: 0.05, Agents: 0.02, Network: 0, Other: 0.02),
        ScriptCores = 0.01,
    };

    public static RegionEvidence Region(RegionHealth? simulation = null, string name = "Welcome") =>
        new() { Name = name, Health = simulation ?? Simulation, IsShaping = true };

    /// <summary>A visitor whose packets leave at once.</summary>
    public static VisitorEvidence Visitor(RegionEvidence region, int number = 1) => new()
    {
        Region = region,
        Household = $"{number}",
        AckedSeconds = 10,
        Figures = new CircuitFigures
        {
            Name = $"Ruth {number}",
            Region = region.Name,
            Number = number,
            Avatar = 100 + number,
            RequestedRate = Kbps(3000),
            AllowedRate = Kbps(3000),
            PathRate = Kbps(3000),
            CurrentRate = Kbps(3000),
            UsedRate = Kbps(200),
            Mode = PathMode.Free,
            PathDelay = Duration.FromMilliseconds(3),
            LostFraction = 0,
        },
    };

    /// <summary>A visitor who shows that the simulator's own line is free.</summary>
    public static VisitorEvidence OnFreeLine(RegionEvidence region) =>
        Visitor(region, 9) with { RoundTrips = Trips(40), PathDelays = new double[60] };

    /// <summary>Twenty seconds with the same round trip, in ms.</summary>
    public static double[] Trips(double milliseconds) => [.. Enumerable.Repeat(milliseconds, 20)];

    /// <summary>Twenty seconds of a path's delay in ms, the last of which have a queue that changes at random.</summary>
    public static double[] Queue(Random random, int seconds = 20) =>
        [.. Enumerable.Range(0, 20).Select(second => second < 20 - seconds ? random.NextDouble() : 40 + 80 * random.NextDouble())];

    /// <summary>A visitor who is limited nearly all the time, and uses what the limit leaves.</summary>
    public static VisitorEvidence Limited(RegionEvidence region, LimitedBy limit, int number = 1) =>
        Visitor(region, number) with
        {
            LimitedSeconds = 10,
            LimitedTime = Time((limit, 10)),
            Figures = Visitor(region, number).Figures with { Limit = limit, UsedRate = Kbps(2900) },
        };

    /// <summary>A visitor whose path carries little, all of which the visitor uses.</summary>
    public static VisitorEvidence OnSlowLine(RegionEvidence region, LimitedBy limit, double kilobits, int number = 1)
    {
        VisitorEvidence visitor = Limited(region, limit, number);
        DataRate rate = Kbps(kilobits);
        return visitor with
        {
            Figures = visitor.Figures with
            {
                PathRate = rate,
                CurrentRate = rate,
                UsedRate = rate,
                PathDelay = Duration.FromMilliseconds(300),
            },
        };
    }

    /// <summary>Seconds, by what held the circuit back.</summary>
    public static LimitCounts Time(params (LimitedBy Limit, double Seconds)[] seconds)
    {
        LimitCounts time = default;
        foreach ((LimitedBy limit, double held) in seconds)
            time.Add(limit, Duration.FromSeconds(held).Nanoseconds);
        return time;
    }

    public static Diagnosis Diagnose(in ProcessHealth process, params VisitorEvidence[] visitors) => Diagnosis.Make(new Evidence
    {
        Process = process,
        Regions = [.. visitors.Select(visitor => visitor.Region).Distinct()],
        Visitors = visitors,
    });

    /// <summary>The names of the visitors' causes.</summary>
    public static string[] Causes(params VisitorEvidence[] visitors) =>
        [.. Diagnose(Process, visitors).Visitors.Select(verdict => verdict.Cause?.Name ?? "none")];

    public static DataRate Kbps(double value) => DataRate.FromKilobitsPerSecond(value);
}
