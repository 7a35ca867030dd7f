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

    private readonly PropertyInfo? _section;
    private readonly RecordedAttribute _declared;

    private RecordedValue(string key, string? after, PropertyInfo? section, PropertyInfo property, RecordedAttribute declared)
    {
        (Key, After, _section, Property, _declared) = (key, after, section, property, declared);
        Type type = property.PropertyType;
        bool isMeasured = type == typeof(Duration) || type == typeof(DataRate) || type == typeof(DataRate?) || type == typeof(int?);
        JsonType = isMeasured ? typeof(double) : type;
    }

    /// <summary>All of them, in the order of JSON.</summary>
    public static IReadOnlyList<RecordedValue> All { get; } = InOrder(Declared());

    public string Key { get; }

    /// <inheritdoc cref="RecordedAttribute.After"/>
    public string? After { get; }

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
            return Nullable.GetUnderlyingType(type) is null ? throw new JsonException($"{Key} is NaN") : null;
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
        from i in Enumerable.Range(0, declared.Keys.Length)
        let key = declared.Keys[i] is "" ? KeyOf(property) : declared.Keys[i]
        let isInlined = property.IsDefined(typeof(InlinedAttribute))
        let own = isInlined ? property.PropertyType.GetProperties(OfInstance).Single(inner => KeyOf(inner) == key) : property
        select new RecordedValue(key, i == 0 ? declared.After : declared.Keys[i - 1], isInlined ? property : null, own, declared);

    /// <summary>The key in INI files with a small first letter.</summary>
    private static string KeyOf(PropertyInfo property) => property.GetCustomAttribute<SettingAttribute>() is { } setting
        ? JsonNamingPolicy.CamelCase.ConvertName(setting.Ini is { Length: > 0 } ini ? ini : setting.Key)
        : "";

    private static List<RecordedValue> InOrder(IEnumerable<RecordedValue> declared)
    {
        ILookup<bool, RecordedValue> byPlace = declared.ToLookup(value => value.After is null);
        List<RecordedValue> order = [.. byPlace[true]];
        Queue<RecordedValue> others = new(byPlace[false]);
        while (others.TryDequeue(out RecordedValue? value))
        {
            if (others.Any(other => other.Key == value.After))
                others.Enqueue(value);
            else if (order.FindIndex(other => other.Key == value.After) is >= 0 and var before)
                order.Insert(before + 1, value);
            else
                order.Insert(order.FindIndex(other => other.After is null), value);
        }
        return order;
    }
}
