using System.Globalization;
using System.Text.Json;

namespace Mongoose.Network.Queues;

/// <summary>One thing about a queue that can be set, under the key that it has in files.</summary>
/// <param name="Key">With its unit.</param>
/// <param name="Allowed">Its values, as messages say them.</param>
public abstract record QueueParameter(string Key, string Allowed)
{
    /// <summary>Its value as text.</summary>
    public abstract string Show(QueueOptions options);

    /// <exception cref="QueueOptionsException">The value is not of the kind or range.</exception>
    internal abstract QueueOptions Read(JsonElement value, QueueOptions options, string where);

    /// <exception cref="QueueOptionsException">The options hold a value out of range.</exception>
    internal abstract void Check(QueueOptions options, string where);

    private protected QueueOptionsException NotAllowed(string where, string value) =>
        new($"{where}: {Key} is {value}; it must be {Allowed}.");

    /// <summary>A number within a range, both ends included.</summary>
    internal sealed record Number(
        string Key, double Min, double Max, bool IsWhole, Func<QueueOptions, double?> Get, Func<QueueOptions, double, QueueOptions> Set)
        : QueueParameter(Key, (IsWhole ? "a whole number from " : "from ") + Text(Min) + " to " + Text(Max))
    {
        public override string Show(QueueOptions options) => Get(options) is { } value ? Text(value) : "";

        internal override QueueOptions Read(JsonElement value, QueueOptions options, string where) =>
            value.ValueKind == JsonValueKind.Number && IsAllowed(value.GetDouble())
                ? Set(options, value.GetDouble())
                : throw NotAllowed(where, value.GetRawText());

        internal override void Check(QueueOptions options, string where)
        {
            if (Get(options) is { } value && !IsAllowed(value))
                throw NotAllowed(where, Text(value));
        }

        private bool IsAllowed(double value) => value >= Min && value <= Max && (!IsWhole || value == Math.Floor(value));

        private static string Text(double value) => value.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>True or false.</summary>
    internal sealed record Switch(string Key, Func<QueueOptions, bool> Get, Func<QueueOptions, bool, QueueOptions> Set)
        : QueueParameter(Key, "true or false")
    {
        public override string Show(QueueOptions options) => Get(options) ? "true" : "false";

        internal override QueueOptions Read(JsonElement value, QueueOptions options, string where) =>
            value.ValueKind is JsonValueKind.True or JsonValueKind.False
                ? Set(options, value.GetBoolean())
                : throw NotAllowed(where, value.GetRawText());

        internal override void Check(QueueOptions options, string where)
        {
        }
    }

    /// <summary>One of an enumeration's names, written like the keys.</summary>
    internal sealed record Choice<T>(string Key, Func<QueueOptions, T> Get, Func<QueueOptions, T, QueueOptions> Set)
        : QueueParameter(Key, string.Join(" or ", Enum.GetValues<T>().Select(NameOf)))
        where T : struct, Enum
    {
        public override string Show(QueueOptions options) => NameOf(Get(options));

        internal override QueueOptions Read(JsonElement value, QueueOptions options, string where)
        {
            foreach (T choice in Enum.GetValues<T>())
            {
                if (value.ValueKind == JsonValueKind.String && value.ValueEquals(NameOf(choice)))
                    return Set(options, choice);
            }
            throw NotAllowed(where, value.GetRawText());
        }

        internal override void Check(QueueOptions options, string where)
        {
            if (!Enum.IsDefined(Get(options)))
                throw NotAllowed(where, Get(options).ToString());
        }

        private static string NameOf(T choice) => JsonNamingPolicy.CamelCase.ConvertName(choice.ToString());
    }
}
