using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Runtime.Settings;

namespace Mongoose.Network.Queues;

/// <summary>The queue of a link: a discipline of <see cref="QueueDisciplines"/>, its limit and its parameters.</summary>
public sealed record QueueOptions : ISettingRules
{
    private readonly QueueLimit? _limit;
    private readonly bool? _ecn;

    [Setting("discipline", IsKind = true, NamesIn = typeof(QueueDisciplines), Text = "decides which packets are sent, dropped and marked")]
    public string Discipline { get; init; } = QueueDisciplines.Fifo;

    [Setting("limitPackets", Min = 1, Max = 1_000_000, Default = "the discipline's",
        Text = "capacity of the queue; either this or `limitBytes`")]
    public long? LimitPackets
    {
        get => Limit.InBytes ? null : Limit.Amount;
        init => _limit = value is { } packets ? QueueLimit.OfPackets(packets) : _limit;
    }

    [Setting("limitBytes", Min = 1, Max = 1_000_000_000, Unit = "bytes", Default = "the discipline's",
        Text = "capacity in bytes on the wire, from the IP header on")]
    public long? LimitBytes
    {
        get => Limit.InBytes ? Limit.Amount : null;
        init => _limit = value is { } bytes ? QueueLimit.OfBytes(bytes) : _limit;
    }

    /// <summary>The capacity of the queue; by default that of the discipline.</summary>
    public QueueLimit Limit
    {
        get => _limit ?? QueueDisciplines.Find(Discipline).DefaultLimit;
        init => _limit = value;
    }

    [Setting("ecn", Of = "pie codel fq_codel fq_pie", Default = "false; of `fq_codel` true",
        Text = "mark ECN-capable packets instead of dropping them")]
    public bool Ecn
    {
        get => _ecn ?? QueueDisciplines.Find(Discipline).EcnByDefault;
        init => _ecn = value;
    }

    [Inlined(Of = "codel fq_codel")]
    public CodelParameters Codel { get; init; } = new();

    [Inlined(Of = "pie fq_pie")]
    public PieParameters Pie { get; init; } = new();

    [Inlined(Of = "fq_codel fq_pie")]
    public FlowQueueParameters Flows { get; init; } = new();

    /// <summary>Creates an empty queue.</summary>
    /// <param name="seed">The seed of its random numbers.</param>
    /// <exception cref="SettingsException">The discipline is unknown, or one of its parameters is out of range.</exception>
    public QueueDiscipline Create(long seed = 0)
    {
        SettingsCheck.Require(this, "queue");
        if (Ecn && !QueueDisciplines.Find(Discipline).Marks)
            throw new SettingsException([new SettingProblem("queue.ecn", "true", $"{Discipline} cannot mark packets; ecn must be false")]);
        return QueueDisciplines.Find(Discipline).Create(this, seed);
    }

    /// <summary>Reads an object with "discipline" and its keys; missing keys keep their defaults.</summary>
    /// <param name="json">The object.</param>
    /// <param name="where">The place in the file, with which messages begin.</param>
    /// <exception cref="SettingsException">
    /// The value is not an object, a discipline or key is unknown, or a value is not allowed.
    /// </exception>
    public static QueueOptions FromJson(JsonElement json, string where) => JsonSource.Read(json, where, new QueueOptions());

    object ISettingRules.Finish(ISettingReport report)
    {
        if (report.Has("limitPackets") && report.Has("limitBytes"))
            report.Problem(null, "a queue has one limit, limitPackets or limitBytes");
        return this;
    }
}
