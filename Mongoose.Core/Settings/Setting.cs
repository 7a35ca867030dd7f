using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.Settings;

/// <summary>One declaration: a setting, or a record whose settings are inlined.</summary>
public sealed class Setting
{
    private readonly PropertyInfo _property;
    private readonly DeclarationAttribute _attribute;

    private Setting(PropertyInfo property, DeclarationAttribute attribute)
    {
        (_property, _attribute) = (property, attribute);
        Declared = attribute as SettingAttribute ?? new SettingAttribute("");
        Type type = property.PropertyType;
        IsList = type != typeof(string) && type.IsAssignableTo(typeof(IEnumerable)) && type.IsGenericType;
        ItemType = IsList ? type.GetGenericArguments()[0] : Nullable.GetUnderlyingType(type) ?? type;
        SectionType = attribute.As ?? ItemType;
        IsSection = IsInlined || attribute.As is not null || Properties(ItemType).Any(inner => inner.IsDefined(typeof(DeclarationAttribute)));
        Names = NamesOf();
    }

    public SettingAttribute Declared { get; }

    public string Key => Declared.Key;

    public string IniKey => Declared.Ini ?? char.ToUpperInvariant(Key[0]) + Key[1..];

    public bool IsInlined => _attribute is InlinedAttribute;

    public bool IsList { get; }

    /// <summary>Whether its value, or each of its list, is an object with keys of its own.</summary>
    public bool IsSection { get; }

    /// <summary>Of a value, of those of a list of one; never a nullable type.</summary>
    public Type ItemType { get; }

    /// <summary>The record that declares those keys.</summary>
    public Type SectionType { get; }

    /// <summary>The words that are allowed, if only some are.</summary>
    public IReadOnlyList<string> Names { get; }

    public bool IsFlag => ItemType == typeof(bool) && Declared.FlagNames is null;

    public bool IsWhole => ItemType == typeof(int) || ItemType == typeof(long);

    public bool IsNumber => IsWhole || ItemType == typeof(double) || ItemType == typeof(Duration) || ItemType == typeof(DataRate);

    public bool IsText => Names.Count > 0 || ItemType == typeof(string);

    /// <summary>The kinds with which it is there; null: all.</summary>
    public IReadOnlyList<string>? Of => _attribute.Of?.Split(' ');

    /// <summary>The declarations of a record, in its order.</summary>
    public static IReadOnlyList<Setting> All(Type record) =>
        (from property in Properties(record)
         let attribute = property.GetCustomAttribute<DeclarationAttribute>()
         where attribute is not null
         orderby property.MetadataToken
         select new Setting(property, attribute)).ToArray();

    /// <summary>The same with those of inlined records in place of these, each with its value in a record.</summary>
    /// <param name="type">Of the record.</param>
    /// <param name="record">Whose values.</param>
    /// <param name="kind">Those alone that the record has then; null: all.</param>
    public static IEnumerable<(Setting Setting, object? Value)> Flat(Type type, object record, string? kind = null)
    {
        foreach (Setting setting in All(type).Where(setting => kind is null || setting.Of is not { } kinds || kinds.Contains(kind)))
        {
            IEnumerable<(Setting, object?)> found = setting.IsInlined ? Flat(setting.SectionType, setting.InitialOf(record)) : [(setting, setting.Get(record))];
            foreach ((Setting, object?) inner in found)
                yield return inner;
        }
    }

    /// <summary>Whether the record itself has it, and not one that it inherits from.</summary>
    public bool IsDeclaredBy(Type record) => _property.DeclaringType == record;

    /// <summary>A record as it is without any key.</summary>
    public static object Initial(Type record) => Activator.CreateInstance(record, nonPublic: true)!;

    /// <summary>A copy whose properties may be set.</summary>
    internal static object Copy(object record) => record.GetType().IsValueType
        ? RuntimeHelpers.GetObjectValue(record)
        : record.GetType().GetMethod("<Clone>$")!.Invoke(record, null)!;

    public object? Get(object record) => _property.GetValue(record);

    internal void Set(object record, object? value)
    {
        try
        {
            _property.SetValue(record, value);
        }
        catch (TargetInvocationException e) when (e.InnerException is ArgumentException inner)
        {
            throw inner;
        }
    }

    /// <summary>What a section's keys change.</summary>
    internal object InitialOf(object record) => _attribute.As is null && !IsList && Get(record) is { } initial ? initial : Initial(SectionType);

    private static PropertyInfo[] Properties(Type type) => type.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);

    private IReadOnlyList<string> NamesOf()
    {
        if (ItemType.IsEnum)
            return Enum.GetNames(ItemType).Select(name => char.ToLowerInvariant(name[0]) + name[1..]).ToArray();
        if (Declared.FlagNames is { } words)
            return words.Split(' ');
        if (Declared.NamesIn is not { } type)
            return [];
        const BindingFlags ofType = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        object? names = type.GetProperty(Declared.NamesMember, ofType)?.GetValue(null) ?? type.GetField(Declared.NamesMember, ofType)?.GetValue(null);
        return ((IEnumerable<string>)names!).ToArray();
    }
}
