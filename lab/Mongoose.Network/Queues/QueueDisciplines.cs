using Mongoose.Network.Numerics;
using Mongoose.Runtime.Settings;

namespace Mongoose.Network.Queues;

/// <summary>The disciplines by name.</summary>
public static class QueueDisciplines
{
    public const string Fifo = "fifo", Pie = "pie", Codel = "codel", FqCodel = "fq_codel", FqPie = "fq_pie";

    /// <summary>Separates a queue's random numbers from those of the link's losses, which have the same seed.</summary>
    private const long RandomStream = 0x7175657565;

    private static readonly QueueLimit ManagedLimit = QueueLimit.OfPackets(1000);
    private static readonly QueueLimit FlowLimit = QueueLimit.OfPackets(10_240);

    public static IReadOnlyList<QueueDisciplineInfo> All { get; } =
    [
        new(Fifo, "FIFO", QueueLimit.OfBytes(256 * 1024), false, Marks: false, (options, _) => new Fifo(options.Limit)),
        new(Pie, "PIE", ManagedLimit, false, Marks: true,
            (options, seed) => new Pie(options.Limit, options.Pie, options.Ecn, Random(seed))),
        new(Codel, "CoDel", ManagedLimit, false, Marks: true, (options, _) => new Codel(options.Limit, options.Codel, options.Ecn)),
        new(FqCodel, "FQ-CoDel", FlowLimit, true, Marks: true,
            (options, _) => new FqCodel(options.Limit, options.Flows, options.Codel, options.Ecn)),
        new(FqPie, "FQ-PIE", FlowLimit, false, Marks: true,
            (options, seed) => new FqPie(options.Limit, options.Flows, options.Pie, options.Ecn, Random(seed))),
    ];

    public static IEnumerable<string> Names => All.Select(discipline => discipline.Name);

    /// <summary>Finds a discipline by its exact name.</summary>
    /// <exception cref="SettingsException">There is no discipline with that name.</exception>
    public static QueueDisciplineInfo Find(string name) => All.FirstOrDefault(discipline => discipline.Name == name)
        ?? throw new SettingsException([new SettingProblem("discipline", name, $"allowed are {string.Join(", ", Names)}")]);

    private static SeededRandom Random(long seed) => new(seed, RandomStream);
}

/// <summary>A discipline as named on the command line and in scenario files.</summary>
/// <param name="Name">The name, in lower case.</param>
/// <param name="Title">The name in documents and charts.</param>
/// <param name="DefaultLimit">The limit if none is given.</param>
/// <param name="EcnByDefault">Whether it marks packets by default.</param>
/// <param name="Marks">Whether it can mark packets instead of dropping them.</param>
/// <param name="Create">Creates a queue from valid options and the seed of its random numbers.</param>
public sealed record QueueDisciplineInfo(
    string Name,
    string Title,
    QueueLimit DefaultLimit,
    bool EcnByDefault,
    bool Marks,
    Func<QueueOptions, long, QueueDiscipline> Create);
