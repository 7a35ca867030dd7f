using Mongoose.Network.Numerics;

namespace Mongoose.Network.Queues;

/// <summary>The disciplines by name.</summary>
public static class QueueDisciplines
{
    public const string Fifo = "fifo", Pie = "pie", Codel = "codel", FqCodel = "fq_codel", FqPie = "fq_pie";

    /// <summary>Keeps a queue's random numbers apart from those of the link's losses, which have the same seed.</summary>
    private const long RandomStream = 0x7175657565;

    private static readonly QueueLimit ManagedLimit = QueueLimit.OfPackets(1000);
    private static readonly QueueLimit FlowLimit = QueueLimit.OfPackets(10_240);

    public static IReadOnlyList<QueueDisciplineInfo> All { get; } =
    [
        new(Fifo, "FIFO", QueueLimit.OfBytes(256 * 1024), false, QueueParameters.Limits,
            (options, _) => new Fifo(options.Limit)),
        new(Pie, "PIE", ManagedLimit, false, [.. QueueParameters.Limits, QueueParameters.Ecn, .. QueueParameters.Pie],
            (options, seed) => new Pie(options.Limit, options.Pie, options.Ecn, Random(seed))),
        new(Codel, "CoDel", ManagedLimit, false, [.. QueueParameters.Limits, QueueParameters.Ecn, .. QueueParameters.Codel],
            (options, _) => new Codel(options.Limit, options.Codel, options.Ecn)),
        new(FqCodel, "FQ-CoDel", FlowLimit, true,
            [.. QueueParameters.Limits, QueueParameters.Ecn, .. QueueParameters.Flows, .. QueueParameters.Codel],
            (options, _) => new FqCodel(options.Limit, options.Flows, options.Codel, options.Ecn)),
        new(FqPie, "FQ-PIE", FlowLimit, false,
            [.. QueueParameters.Limits, QueueParameters.Ecn, .. QueueParameters.Flows, .. QueueParameters.Pie],
            (options, seed) => new FqPie(options.Limit, options.Flows, options.Pie, options.Ecn, Random(seed))),
    ];

    public static IEnumerable<string> Names => All.Select(discipline => discipline.Name);

    /// <summary>By its exact name.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="where">What the message begins with.</param>
    /// <exception cref="QueueOptionsException">There is none of that name.</exception>
    public static QueueDisciplineInfo Find(string name, string where) =>
        All.FirstOrDefault(discipline => discipline.Name == name)
        ?? throw new QueueOptionsException($"{where}: there is no queue discipline \"{name}\"; there are {string.Join(", ", Names)}.");

    private static SeededRandom Random(long seed) => new(seed, RandomStream);
}

/// <summary>A discipline as the command line and scenario files know it.</summary>
/// <param name="Name">In lower case.</param>
/// <param name="Title">As people write it.</param>
/// <param name="DefaultLimit">When none is given.</param>
/// <param name="EcnByDefault">Whether it marks when nothing is said.</param>
/// <param name="Parameters">What can be set.</param>
/// <param name="Create">Makes a queue of options that are valid, and of the seed of what is random in it.</param>
public sealed record QueueDisciplineInfo(
    string Name,
    string Title,
    QueueLimit DefaultLimit,
    bool EcnByDefault,
    IReadOnlyList<QueueParameter> Parameters,
    Func<QueueOptions, long, QueueDiscipline> Create)
{
    /// <summary>Whether it can mark packets instead of dropping them.</summary>
    public bool Marks => Parameters.Contains(QueueParameters.Ecn);
}
