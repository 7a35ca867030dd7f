using System.Text.Json;

namespace Mongoose.Network.Queues;

/// <summary>Queue options out of JSON.</summary>
internal static class QueueOptionsReader
{
    private const string DisciplineKey = "discipline";

    public static QueueOptions Read(JsonElement json, string where)
    {
        if (json.ValueKind != JsonValueKind.Object)
            throw Refused(where, $"a queue is an object such as {{\"{DisciplineKey}\": \"{QueueDisciplines.Codel}\"}}.");
        QueueOptions options = new() { Discipline = Discipline(json, where) };
        QueueDisciplineInfo discipline = QueueDisciplines.Find(options.Discipline, where);
        HashSet<string> seen = [];
        foreach (JsonProperty property in json.EnumerateObject())
        {
            if (!seen.Add(property.Name))
                throw Refused(where, $"{property.Name} is there twice.");
            if (property.Name != DisciplineKey)
                options = Parameter(discipline, property.Name, where).Read(property.Value, options, where);
        }
        if (QueueParameters.Limits.All(limit => seen.Contains(limit.Key)))
            throw Refused(where, $"a queue has one limit, {Keys(QueueParameters.Limits, " or ")}.");
        options.Validate(where);
        return options;
    }

    private static string Discipline(JsonElement json, string where)
    {
        if (!json.TryGetProperty(DisciplineKey, out JsonElement name))
            return QueueDisciplines.Fifo;
        return name.ValueKind == JsonValueKind.String
            ? name.GetString()!
            : throw Refused(where,
                $"{DisciplineKey} is {name.GetRawText()}; it must be one of {string.Join(", ", QueueDisciplines.Names)}.");
    }

    private static QueueParameter Parameter(QueueDisciplineInfo discipline, string key, string where) =>
        discipline.Parameters.FirstOrDefault(parameter => parameter.Key == key)
        ?? throw Refused(where, $"{discipline.Name} has no parameter \"{key}\"; it has {Keys(discipline.Parameters, ", ")}.");

    private static string Keys(IEnumerable<QueueParameter> parameters, string separator) =>
        string.Join(separator, parameters.Select(parameter => parameter.Key));

    private static QueueOptionsException Refused(string where, string message) => new($"{where}: {message}");
}

/// <summary>A queue that cannot be: its message is one line that says where, what, and what is allowed.</summary>
public sealed class QueueOptionsException(string message) : ArgumentException(message);
