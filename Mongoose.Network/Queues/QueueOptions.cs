using System.Text.Json;

namespace Mongoose.Network.Queues;

/// <summary>Which queue a link has: a discipline of <see cref="QueueDisciplines"/>, its limit and its parameters.</summary>
public sealed record QueueOptions
{
    private readonly QueueLimit? _limit;
    private readonly bool? _ecn;

    /// <summary>A name of <see cref="QueueDisciplines.Names"/>.</summary>
    public string Discipline { get; init; } = QueueDisciplines.Fifo;

    /// <summary>How much the queue holds; not set, the discipline's default.</summary>
    public QueueLimit Limit
    {
        get => _limit ?? QueueDisciplines.Find(Discipline, nameof(QueueOptions)).DefaultLimit;
        init => _limit = value;
    }

    /// <summary>Whether packets that can be are marked instead of dropped; not set, the discipline's default.</summary>
    public bool Ecn
    {
        get => _ecn ?? QueueDisciplines.Find(Discipline, nameof(QueueOptions)).EcnByDefault;
        init => _ecn = value;
    }

    /// <summary>Of codel and fq_codel.</summary>
    public CodelParameters Codel { get; init; } = new();

    /// <summary>Of pie and fq_pie.</summary>
    public PieParameters Pie { get; init; } = new();

    /// <summary>Of fq_codel and fq_pie.</summary>
    public FlowQueueParameters Flows { get; init; } = new();

    /// <summary>A new, empty queue.</summary>
    /// <param name="seed">Of what is random in it.</param>
    /// <exception cref="QueueOptionsException">As <see cref="Validate"/>.</exception>
    public QueueDiscipline Create(long seed = 0)
    {
        Validate(nameof(QueueOptions));
        return QueueDisciplines.Find(Discipline, nameof(QueueOptions)).Create(this, seed);
    }

    /// <summary>Checks the name and every parameter that the discipline has.</summary>
    /// <param name="where">What the message begins with, such as a place in a file.</param>
    /// <exception cref="QueueOptionsException">Unknown discipline, or a parameter out of its range.</exception>
    public void Validate(string where)
    {
        QueueDisciplineInfo discipline = QueueDisciplines.Find(Discipline, where);
        foreach (QueueParameter parameter in discipline.Parameters)
            parameter.Check(this, where);
        if (Ecn && !discipline.Marks)
            throw new QueueOptionsException($"{where}: {Discipline} cannot mark packets; ecn must be false.");
    }

    /// <summary>
    /// From an object with "discipline" and the parameters of <see cref="QueueDisciplineInfo.Parameters"/> by their keys, such as
    /// {"discipline": "codel", "limitPackets": 1000, "targetMs": 5, "ecn": true}. What is left out keeps its default.
    /// </summary>
    /// <param name="json">The object.</param>
    /// <param name="where">What messages begin with.</param>
    /// <exception cref="QueueOptionsException">Not an object, an unknown discipline or key, or a value that is not allowed.</exception>
    public static QueueOptions FromJson(JsonElement json, string where) => QueueOptionsReader.Read(json, where);
}
