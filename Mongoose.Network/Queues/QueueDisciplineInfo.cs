namespace Mongoose.Network.Queues;

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
