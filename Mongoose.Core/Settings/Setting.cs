using System.Collections;
using System.Reflection;
using Mongoose.Core.Units;

namespace Mongoose.Core.Settings;

/// <summary>A declaration: a setting, or a record whose settings are inlined.</summary>
public sealed class Setting
{
    private static readonly Func<object, object> ShallowCopy =
        typeof(object).GetMethod(
            nameof(MemberwiseClone), BindingFlags.Instance | BindingFlags.NonPublic)!.CreateDelegate<Func<object, object>>();

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
        IsSection = IsInlined || attribute.As is not null
            || Properties(ItemType).Any(inner => inner.IsDefined(typeof(DeclarationAttribute)));
        Names = NamesOf();
    }

    public SettingAttribute Declared { get; }

    public string Key => Declared.Key;

    public string IniKey => Declared.Ini ?? char.ToUpperInvariant(Key[0]) + Key[1..];

    public bool IsInlined => _attribute is InlinedAttribute;

    public bool IsList { get; }

    /// <summary>Whether the value, or each item of the list, is an object with keys of its own.</summary>
    public bool IsSection { get; }

    /// <summary>Type of the value or, for a list, of its items; never a nullable type.</summary>
    public Type ItemType { get; }

    /// <summary>The record that declares the keys of a section.</summary>
    public Type SectionType { get; }

    /// <summary>The allowed words; empty if words are not restricted.</summary>
    public IReadOnlyList<string> Names { get; }

    public bool IsBoolean => ItemType == typeof(bool) && Declared.FlagNames is null;

    public bool IsInteger => ItemType == typeof(int) || ItemType == typeof(long);

    public bool IsNumber => IsInteger || ItemType == typeof(double) || ItemType == typeof(Duration) || ItemType == typeof(DataRate);

    /// <summary>Whether a number such as 1.500 can be meant as 1500: see <see cref="AmbiguousNumber"/>.</summary>
    public bool MayBeAmbiguous => IsNumber && (IsInteger || AmbiguousNumber.IsPossibleFor(Declared.Unit, Declared.Min));

    public bool IsText => Names.Count > 0 || ItemType == typeof(string);

    /// <summary>The kinds that have this setting; null for all.</summary>
    public IReadOnlyList<string>? Of => _attribute.Of?.Split(' ');

    /// <summary>The declarations of a record, in order of declaration.</summary>
    public static IReadOnlyList<Setting> All(Type record) =>
        (from property in Properties(record)
         let attribute = property.GetCustomAttribute<DeclarationAttribute>()
         where attribute is not null
         orderby property.MetadataToken
         select new Setting(property, attribute)).ToArray();

    /// <summary>
    /// Like <see cref="All"/>, with inlined records replaced by their settings. Each setting comes with its value in a record.
    /// </summary>
    /// <param name="type">Type of the record.</param>
    /// <param name="record">The record that holds the values.</param>
    public static IEnumerable<(Setting Setting, object? Value)> Flat(Type type, object record)
    {
        foreach (Setting setting in All(type))
        {
            IEnumerable<(Setting, object?)> found = setting.IsInlined
                ? Flat(setting.SectionType, setting.InitialOf(record)) : [(setting, setting.Get(record))];
            foreach ((Setting, object?) inner in found)
                yield return inner;
        }
    }

    /// <summary>Whether the record itself declares the setting, rather than a base record.</summary>
    public bool IsDeclaredBy(Type record) => _property.DeclaringType == record;

    /// <summary>Creates a record with its default values.</summary>
    public static object Initial(Type record) => Activator.CreateInstance(record, nonPublic: true)!;

    /// <summary>Copies a record, so that its properties can be set. Records of settings have no copy constructors of their own.</summary>
    internal static object Copy(object record) => ShallowCopy(record);

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

    /// <summary>The object that a section's keys are applied to.</summary>
    internal object InitialOf(object record) =>
        _attribute.As is null && !IsList && Get(record) is { } initial ? initial : Initial(SectionType);

    private static PropertyInfo[] Properties(Type type) =>
        type.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);

    private IReadOnlyList<string> NamesOf()
    {
        if (ItemType.IsEnum)
            return Enum.GetNames(ItemType).Select(name => char.ToLowerInvariant(name[0]) + name[1..]).ToArray();
        if (Declared.FlagNames is { } words)
            return words.Split(' ');
        if (Declared.NamesIn is not { } type)
            return [];
        const BindingFlags ofType = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        object? names = type.GetProperty(Declared.NamesMember, ofType)?.GetValue(null)
            ?? type.GetField(Declared.NamesMember, ofType)?.GetValue(null);
        return ((IEnumerable<string>)names!).ToArray();
    }
}
