namespace Mongoose.Core.Settings;

/// <summary>Reads settings into records from an object of a JSON file, a section of an INI file or a command line.</summary>
public abstract class SettingSource : ISettingReport
{
    private readonly List<string> _known = [];

    /// <summary>Whether all values of the source are text.</summary>
    protected abstract bool IsText { get; }

    public abstract bool Has(string key);

    public abstract void Problem(string? place, string reason);

    public virtual string PathOf(string file) => file;

    /// <summary>
    /// Returns the value found; null if there is none. A section is a source of its own, a list of sections an array of
    /// <see cref="NamedSource"/>s, and anything else a value that <see cref="SettingValue.Convert"/> takes.
    /// </summary>
    protected abstract object? Find(Setting setting);

    /// <summary>The setting's key in this source.</summary>
    protected virtual string NameOf(Setting setting) => setting.Key;

    /// <summary>Reports that the value found is not used.</summary>
    protected virtual void Refuse(Setting setting, string reason, string used) => Problem(NameOf(setting), reason);

    /// <summary>Reports keys that no setting has.</summary>
    /// <param name="known">The known keys.</param>
    protected abstract void CheckKeys(IReadOnlyCollection<string> known);

    /// <summary>
    /// Returns the record with the values of this source. Each problem is reported, and the record's own value is used instead.
    /// </summary>
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

/// <summary>A section of a list.</summary>
/// <param name="Name">The key of an object's member; empty for an item of a list.</param>
/// <param name="Source">The section's content.</param>
public readonly record struct NamedSource(string Name, SettingSource Source);

/// <summary>The message for an unknown key.</summary>
public static class UnknownKey
{
    /// <summary>Returns the reason, with the known key nearest to it.</summary>
    public static string Reason(string key, IEnumerable<string> known)
    {
        string[] all = known.Order(StringComparer.Ordinal).ToArray();
        string nearest = SettingHint.Nearest(key, all) is { } near ? $" did you mean {near}? Allowed" : " allowed";
        return $"unknown key;{nearest} are {string.Join(", ", all)}";
    }
}
