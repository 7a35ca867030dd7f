namespace Mongoose.Core.Settings;

/// <summary>Where settings stand: an object of a JSON file, a section of an INI file, a command line. It reads them into records.</summary>
public abstract class SettingSource : ISettingReport
{
    private readonly List<string> _known = [];

    /// <summary>Whether all of its values are text.</summary>
    protected abstract bool IsText { get; }

    public abstract bool Has(string key);

    public abstract void Problem(string? place, string reason);

    public virtual string PathOf(string file) => file;

    /// <summary>
    /// What stands there; null if nothing does. For a section a source of its own, for a list of those an array of them, for one by names
    /// <see cref="NamedSource"/>s; else as <see cref="SettingValue.Convert"/> takes it.
    /// </summary>
    protected abstract object? Find(Setting setting);

    /// <summary>The key as it is called here.</summary>
    protected virtual string NameOf(Setting setting) => setting.Key;

    /// <summary>Notes that what stands there is not used.</summary>
    protected virtual void Refuse(Setting setting, string reason, string used) => Problem(NameOf(setting), reason);

    /// <summary>Notes a key that no setting has.</summary>
    /// <param name="known">Those that there are.</param>
    protected abstract void CheckKeys(IReadOnlyCollection<string> known);

    /// <summary>The record with what stands here; all that is wrong is noted, and the record's own value is used in its place.</summary>
    public T Read<T>(T initial)
        where T : notnull => Read(typeof(T), initial) is T read ? read : initial;

    private object? Read(Type type, object initial)
    {
        object? read = Fill(type, initial);
        CheckKeys(_known);
        return read;
    }

    private object? Fill(Type type, object initial)
    {
        object record = Setting.Copy(initial);
        string kind = "";
        foreach (Setting setting in Setting.All(type))
        {
            if (setting.Of is { } kinds && !kinds.Contains(kind))
                continue;
            if (setting.IsInlined)
                Put(setting, record, Fill(setting.SectionType, setting.InitialOf(record)));
            else
                ReadOne(setting, record);
            if (setting.Declared.IsKind)
                kind = SettingValue.Show(setting, setting.Get(record));
        }
        return Try(null, () => record is ISettingRules rules ? rules.Finish(this) : record);
    }

    private void ReadOne(Setting setting, object record)
    {
        _known.Add(NameOf(setting));
        object? given = Find(setting), value;
        if (given is null && setting.Declared.IsRequired && !Has(NameOf(setting)))
            Problem(NameOf(setting), "is missing");
        if (given is null)
            return;
        if (setting.IsSection)
            value = Sections(setting, given, record);
        else if (SettingValue.Convert(setting, given, IsText, out value) is { } reason)
        {
            Refuse(setting, reason, SettingValue.Show(setting, setting.Get(record)));
            return;
        }
        Put(setting, record, value);
    }

    private void Put(Setting setting, object record, object? value)
    {
        if (value is not null || !setting.IsSection)
            Try(setting.Key, () => { setting.Set(record, value); return record; });
    }

    private static object? Sections(Setting setting, object given, object record)
    {
        object initial = setting.InitialOf(record);
        if (given is SettingSource section)
            return section.Read(setting.SectionType, initial);
        List<object> read = [];
        foreach (NamedSource item in (IEnumerable<NamedSource>)given)
        {
            if (item.Source.Read(setting.SectionType, initial) is not { } value)
                continue;
            if (setting.Declared.NamedBy is { } name)
                setting.ItemType.GetProperty(name)!.SetValue(value, item.Name);
            read.Add(value);
        }
        Array array = Array.CreateInstance(setting.ItemType, read.Count);
        for (int i = 0; i < read.Count; i++)
            array.SetValue(read[i], i);
        return array;
    }

    private object? Try(string? key, Func<object> make)
    {
        try
        {
            return make();
        }
        catch (Exception e) when (e is ArgumentException or InvalidDataException)
        {
            Problem(key, e.Message);
            return null;
        }
    }
}

/// <summary>One of several sections.</summary>
/// <param name="Name">Of an object's members the key; of a list's empty.</param>
/// <param name="Source">What stands there.</param>
public readonly record struct NamedSource(string Name, SettingSource Source);

/// <summary>What a message says of a key that there is none of.</summary>
public static class UnknownKey
{
    /// <summary>The reason, with the nearest of those that there are.</summary>
    public static string Reason(string key, IEnumerable<string> known)
    {
        string[] all = known.Order(StringComparer.Ordinal).ToArray();
        string nearest = SettingHint.Nearest(key, all) is { } near ? $" did you mean {near}? Allowed" : " allowed";
        return $"unknown key;{nearest} are {string.Join(", ", all)}";
    }
}
