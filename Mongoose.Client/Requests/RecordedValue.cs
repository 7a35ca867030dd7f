using System.Globalization;
using System.Reflection;
using System.Text.Json;
using Mongoose.Core.RateControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Client.Requests;

/// <summary>A value of a <see cref="BotRequest"/> that results keep. In JSON a number is in the unit of its setting.</summary>
internal sealed class RecordedValue
{
    private const BindingFlags OfInstance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>
    /// The order of JSON in earlier releases: keys of a result, and the keys of its request that follow each of them. Other recorded values
    /// come after these, as they are declared.
    /// </summary>
    private static readonly (string After, string Keys)[] Order =
    [
        ("schema", "engine"),
        ("host", "shard shards startAt"),
        ("command", "loginUri botCount firstName lastName from start seconds loginDelayMs loginRetries silenceS controller activity "
            + "teleportTo listedTextures http seed minRateKbps maxRateKbps rateKbps fairSegmentBytes"),
    ];

    private readonly PropertyInfo? _section;
    private readonly RecordedAttribute _declared;

    private RecordedValue(string key, PropertyInfo? section, PropertyInfo property, RecordedAttribute declared)
    {
        (Key, _section, Property, _declared) = (key, section, property, declared);
        Type type = property.PropertyType;
        bool isMeasured = type == typeof(Duration) || type == typeof(DataRate) || type == typeof(DataRate?) || type == typeof(int?);
        JsonType = isMeasured ? typeof(double) : type;
    }

    /// <summary>All recorded values in the order of JSON, grouped by the key of a result that precedes them.</summary>
    public static IReadOnlyList<(string After, RecordedValue[] Values)> Places { get; } =
        InOrder([.. Declared()]);

    /// <summary>All recorded values, in the order of JSON.</summary>
    public static IReadOnlyList<RecordedValue> All { get; } = Places.SelectMany(place => place.Values).ToArray();

    public string Key { get; }

    public PropertyInfo Property { get; }

    public Type JsonType { get; }

    /// <inheritdoc cref="RecordedAttribute.IsRequired"/>
    public bool IsRequired => _declared.IsRequired;

    /// <inheritdoc cref="RecordedAttribute.IsOfPart"/>
    public bool IsOfPart => _declared.IsOfPart;

    private bool IsInMilliseconds => Property.GetCustomAttribute<SettingAttribute>()?.Unit == "ms";

    /// <summary>A request with the values that stand for keys that a file lacks.</summary>
    public static BotRequest Unknown()
    {
        BotRequest request = new() { RateControl = RateControlOptions.Default with { } };
        foreach (RecordedValue value in All.Where(value => !value.IsRequired))
        {
            Type type = value.Property.PropertyType;
            value.SetProperty(request, value._declared.Otherwise ?? (type == typeof(string) ? "" : Activator.CreateInstance(type)));
        }
        return request;
    }

    /// <summary>The value as JSON has it; NaN for a rate that was not chosen.</summary>
    public object? Of(BotRequest request) => Property.GetValue(Holder(request)) switch
    {
        Duration time => IsInMilliseconds ? time.Milliseconds : time.Seconds,
        DataRate rate => rate.KilobitsPerSecond,
        null when Property.PropertyType == typeof(DataRate?) => double.NaN,
        null when JsonType == typeof(double) => 0.0,
        null when JsonType == typeof(string) => "",
        { } value => JsonType == typeof(double) ? Convert.ToDouble(value, CultureInfo.InvariantCulture) : value,
        null => null,
    };

    /// <summary>Sets the value that was read from JSON, in the request itself.</summary>
    /// <exception cref="JsonException">No request can have it.</exception>
    public void Set(BotRequest request, object? value) => SetProperty(request, value is double number ? Measured(number) : value);

    private object? Measured(double number)
    {
        Type type = Property.PropertyType;
        if (double.IsNaN(number))
            return Nullable.GetUnderlyingType(type) is null ? throw new JsonException("null: allowed are numbers") : null;
        if (type == typeof(int?))
            return number == 0 ? null : (int)number;
        if (type != typeof(Duration))
            return DataRate.FromKilobitsPerSecond(number);
        return IsInMilliseconds ? Duration.FromMilliseconds(number) : Duration.FromSeconds(number);
    }

    private void SetProperty(BotRequest request, object? value)
    {
        try
        {
            Property.SetValue(Holder(request), value);
        }
        catch (TargetInvocationException exception) when (exception.InnerException is ArgumentException reason)
        {
            throw new JsonException(string.Create(CultureInfo.InvariantCulture, $"{Key} is {value}: no run can have it"), reason);
        }
    }

    private object Holder(BotRequest request) => _section is null ? request : _section.GetValue(request)!;

    private static IEnumerable<RecordedValue> Declared() =>
        from property in typeof(BotRequest).GetProperties(OfInstance).OrderBy(property => property.MetadataToken)
        from declared in property.GetCustomAttributes<RecordedAttribute>()
        from listed in declared.Keys
        let key = listed is "" ? KeyOf(property) : listed
        let isInlined = property.IsDefined(typeof(InlinedAttribute))
        let own = isInlined ? property.PropertyType.GetProperties(OfInstance).Single(inner => KeyOf(inner) == key) : property
        select new RecordedValue(key, isInlined ? property : null, own, declared);

    /// <summary>The key in INI files with a small first letter.</summary>
    private static string KeyOf(PropertyInfo property) => property.GetCustomAttribute<SettingAttribute>() is { } setting
        ? JsonNamingPolicy.CamelCase.ConvertName(setting.Ini is { Length: > 0 } ini ? ini : setting.Key)
        : "";

    private static (string After, RecordedValue[] Values)[] InOrder(RecordedValue[] declared)
    {
        RecordedValue[] others = [.. declared.ExceptBy(Order.SelectMany(line => line.Keys.Split(' ')), value => value.Key)];
        Dictionary<string, RecordedValue> byKey = declared.ToDictionary(value => value.Key);
        (string After, RecordedValue[] Values)[] places =
            [.. Order.Select(line => (line.After, line.Keys.Split(' ').Select(key => byKey[key]).ToArray()))];
        places[^1].Values = [.. places[^1].Values, .. others];
        return places;
    }
}
