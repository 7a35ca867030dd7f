using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Which circuits a late process holds back, or seems to: it reads acks late, so that its own delay looks like the path's. A path is slow
/// in itself if its visitor uses what it permits, and if its round trips do not rise and fall with those of the other circuits. Losses and
/// silence, which show no delay, are the path's if few circuits, which carry less than the others, have them. A program on the simulator's
/// own host has no path that could be slow.
/// </summary>
internal static class LatenessRule
{
    /// <summary>From this part of the circuits on, losses and silence are the process's doing.</summary>
    private const double Many = 1.0 / 3;

    private const double Silent = 0.95;

    /// <summary>If acks wait this long for a thread of the process, it can be that none came for ten seconds.</summary>
    private static readonly Duration SilentWait = Duration.FromSeconds(5);

    /// <summary>
    /// If there are too few circuits to compare: any process that is late explains a path's delay of this length, of its mean lateness, and
    /// of the time that acks wait for a thread.
    /// </summary>
    private static readonly Duration AlwaysExplained = Duration.FromMilliseconds(20);

    /// <summary>Replaces the causes of circuits that lateness explains.</summary>
    /// <param name="visitors">The circuits.</param>
    /// <param name="causes">Their causes, in the same order.</param>
    /// <param name="process">The process.</param>
    /// <param name="isFilled">Whether the process's own scripts leave little of the processor for its other threads.</param>
    public static void Apply(IReadOnlyList<VisitorEvidence> visitors, Cause?[] causes, in ProcessHealth process, bool isFilled)
    {
        bool arePaused = SimulatorRule.ArePausesMuch(process), areShort = SimulatorRule.AreThreadsShort(process);
        bool isStarved = ProcessorRule.IsStarved(process);
        Cause late = arePaused ? Cause.Simulator : Cause.Host;
        bool isLate = arePaused || areShort || isStarved || isFilled;
        int[] byAcks = isLate ? [.. Places(causes).Where(i => CircuitRule.IsByAcks(causes[i]))] : [];
        int[] held = [.. byAcks.Where(i => causes[i]!.IsOfPath ? IsHeldBack(visitors[i]) : IsSilent(visitors[i]))];
        int[] lossy = [.. held.Where(i => !HasDelay(causes[i]!))];
        bool canSilence = CanSilence(process);
        bool areMany = lossy.Length >= Many * visitors.Count || Traffic.IsMostOf(visitors, lossy.Select(i => visitors[i]));
        CommonDelays delays = CommonDelays.Of(held.Length > 0 ? visitors : []);
        Duration explained = Duration.Max(AlwaysExplained, Duration.Max(process.Lateness * process.Late, process.WorkWait));
        foreach (int i in byAcks.Except(held.Where(IsOwn)).ToArray())
            causes[i] = areShort ? Cause.Simulator : late;
        foreach (int i in Places(causes))
        {
            if (causes[i] == Cause.Host || isStarved && !CircuitRule.IsByAcks(causes[i]) && CostsMore(visitors[i], causes[i]))
                causes[i] = late;
        }

        bool IsOwn(int i) => HasDelay(causes[i]!) ? HasOwnDelay(i) : !areMany || !causes[i]!.IsOfPath && !canSilence;

        bool HasOwnDelay(int i) => delays.CorrelationOf(i) is { } correlation
            ? correlation < CommonDelays.Together
            : !isFilled && visitors[i].Figures.PathDelay > explained;
    }

    /// <summary>Whether the process can be late enough that no ack came for ten seconds.</summary>
    public static bool CanSilence(in ProcessHealth process) =>
        !SimulatorRule.AreThreadsShort(process) || process.WorkWait >= SilentWait;

    private static bool HasDelay(Cause cause) => cause.IsOfPath && cause.Limit != LimitedBy.PathLoss;

    private static IEnumerable<int> Places(Cause?[] causes) => Enumerable.Range(0, causes.Length);

    /// <summary>
    /// Whether there is a path, and the visitor uses most of what it permits, but for what a late sender could not use. A path of which
    /// less is used on average holds bursts back, which end at once.
    /// </summary>
    private static bool IsHeldBack(VisitorEvidence visitor) => visitor.HasLine
        && visitor.Figures.UsedRate >= visitor.Figures.CurrentRate * (CircuitRule.MinUsed * (1 - visitor.LimitedTime.Part(LimitedBy.Host)));

    /// <summary>Whether no ack came for ten seconds: those that are only read late come before.</summary>
    private static bool IsSilent(VisitorEvidence visitor) => visitor.LimitedTime.Part(LimitedBy.Window) >= Silent;

    /// <summary>
    /// Whether a late sender costs the circuit more than its limit does. What is beyond the viewer's setting, the process may not give.
    /// </summary>
    private static bool CostsMore(VisitorEvidence visitor, Cause? limit) => limit is not null
        && (limit.Limit == LimitedBy.Viewer || Shortfall.ByHost(visitor) > Shortfall.Of(visitor, limit));
}
