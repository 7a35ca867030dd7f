using System.Text.RegularExpressions;
using Mongoose.Core.Settings;

namespace Mongoose.TestKit;

/// <summary>
/// Tables of settings in documents. Between a line &lt;!-- settings RECORD --&gt; and the next empty line or its end, a document has the
/// settings that the record declares. Run the tests with MONGOOSE_WRITE_DOCS=1 to rewrite the tables.
/// </summary>
internal static partial class SettingTable
{
    private const string WriteVariable = "MONGOOSE_WRITE_DOCS";

    /// <summary>Checks or writes the tables of a document.</summary>
    /// <param name="name">The path of the document in docs.</param>
    /// <param name="tables">A table for each record that the document names.</param>
    public static void Check(string name, params (string Record, IEnumerable<string> Lines)[] tables)
    {
        string path = Path.Combine(Repository.Root(), "docs", name), document = File.ReadAllText(path);
        Assert.That(Place().Matches(document).Select(match => match.Groups[1].Value),
            Is.EquivalentTo(tables.Select(table => table.Record)));
        foreach ((string record, IEnumerable<string> lines) in tables)
        {
            string mark = $"<!-- settings {record} -->\n", table = EmptyCell().Replace(string.Join("\n", lines) + "\n", "| ");
            int begin = document.IndexOf(mark, StringComparison.Ordinal) + mark.Length,
                gap = document.IndexOf("\n\n", begin - 1, StringComparison.Ordinal);
            int end = gap < 0 ? document.Length : gap + 1;
            if (Environment.GetEnvironmentVariable(WriteVariable) is "1")
                document = document[..begin] + table + document[end..];
            else
                Assert.That(document[begin..end], Is.EqualTo(table), $"{name}, {record}; run with {WriteVariable}=1 to rewrite the tables");
        }
        if (Environment.GetEnvironmentVariable(WriteVariable) is "1")
            File.WriteAllText(path, document);
    }

    /// <summary>The table of the keys of a file.</summary>
    /// <param name="record">The record with its default values.</param>
    /// <param name="isIni">Whether the file is an INI file.</param>
    /// <param name="isOwn">Whether to omit the keys of inlined and inherited records, which have tables of their own.</param>
    /// <param name="elsewhere">Inlined records that another document describes: one row has their keys and this link.</param>
    public static IEnumerable<string> Keys(
        object record, bool isIni = false, bool isOwn = false, params (Type Record, string Link)[] elsewhere)
    {
        yield return "| key | values (default) | meaning |";
        yield return "|---|---|---|";
        ILookup<Type, string> links = elsewhere.ToLookup(other => other.Record, other => other.Link);
        foreach (Row row in Rows(record.GetType(), record, null, isOwn, type => links.Contains(type)))
        {
            Setting setting = row.Setting;
            yield return setting.IsInlined
                ? $"| {KeysOf(setting.SectionType)} | {links[setting.SectionType].First()} | |"
                : $"| `{(isIni ? setting.IniKey : setting.Key)}` | {WithDefault(ValuesOf(setting), row)} | {TextOf(row)} |";
        }
    }

    private static string KeysOf(Type record) =>
        string.Join(", ", Setting.Flat(record, Setting.Initial(record)).Select(pair => $"`{pair.Setting.Key}`"));

    /// <summary>The table of the options of a command line and, if there is a section, the equivalent INI keys.</summary>
    public static IEnumerable<string> Options(object record, string? section = null, bool isOwn = false)
    {
        yield return $"| option |{(section is null ? "" : $" key in `[{section}]` |")} values (default) | meaning |";
        yield return section is null ? "|---|---|---|" : "|---|---|---|---|";
        foreach (Row row in Rows(record.GetType(), record, null, isOwn, _ => false))
        {
            SettingAttribute declared = row.Setting.Declared;
            if ((declared.Option ?? declared.Ini) is null)
                continue;
            string options =
                string.Join(", ", (declared.Option ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(name => $"`{name}`"));
            string unit = declared.Unit.Length > 0 ? " " + declared.Unit : "";
            string key = section is null ? "" : $" {(declared.Ini == "" ? "" : $"`{row.Setting.IniKey}`")} |";
            yield return $"| {options} |{key} {WithDefault(RangeOf(row.Setting) + unit, row)} | {TextOf(row)} |";
        }
    }

    private static IEnumerable<Row> Rows(Type type, object record, IReadOnlyList<string>? of, bool isOwn, Func<Type, bool> isElsewhere)
    {
        foreach (Setting setting in Setting.All(type).Where(setting => !isOwn || setting.IsDeclaredBy(type)))
        {
            IReadOnlyList<string>? kinds = setting.Of ?? of;
            if (!setting.IsInlined || isElsewhere(setting.SectionType))
                yield return new Row(setting, setting.Get(record), kinds);
            else if (!isOwn)
            {
                object inner = setting.SectionType.IsInstanceOfType(setting.Get(record))
                    ? setting.Get(record)! : Setting.Initial(setting.SectionType);
                foreach (Row row in Rows(setting.SectionType, inner, kinds, false, isElsewhere))
                    yield return row;
            }
        }
    }

    /// <summary>Type, unit and range, without a type that the range shows, and a unit that the key shows.</summary>
    private static string ValuesOf(Setting setting)
    {
        string range = RangeOf(setting), declared = setting.Declared.Unit;
        string unit = setting.Key.EndsWith(InKey(declared), StringComparison.OrdinalIgnoreCase) ? "" : declared;
        string name = TypeOf(setting);
        bool isShown = range.Length > 0 && (name is "text" || name is "number" && declared.Length > 0);
        string type = isShown ? "" : name;
        string kind = type.Length > 0 && unit.Length > 0 ? $"{type}, {unit}" : type + unit;
        return kind.Length > 0 && range.Length > 0 ? $"{kind}: {range}" : kind + range;
    }

    /// <summary>A unit as keys have it at their end.</summary>
    private static string InKey(string unit) => unit switch
    {
        "kbit/s" => "Kbps",
        "s" => "Seconds",
        "%" => "Percent",
        _ => unit,
    };

    private static string TypeOf(Setting setting)
    {
        string type = setting.Declared.NamedBy is not null || setting.IsSection && !setting.IsList ? "object"
            : setting.IsList && !setting.Declared.OrOne ? "list"
            : setting.IsBoolean ? "flag"
            : setting.IsInteger ? "integer" : setting.IsNumber ? "number" : setting.IsText ? "text" : setting.IsList ? "list" : "object";
        return setting.IsList && setting.Declared.OrOne ? type + " or list" : type;
    }

    private static string RangeOf(Setting setting) => Range().Replace(setting.Declared.Range
        ?? (setting.IsNumber && setting.Declared.Min > double.MinValue
            ? (setting.IsList ? "each " : "") + SettingRange.Bounds(setting)
            : string.Join(", ", NamesOf(setting).Select(name => $"`{name}`"))), "–");

    private static IEnumerable<string> NamesOf(Setting setting) =>
        setting.Declared.NullName is { } none ? [none, "true", "false"] : setting.Names;

    private static string WithDefault(string values, Row row)
    {
        string value = DefaultOf(row);
        return value.Length > 0 ? $"{values} ({value})".TrimStart() : values;
    }

    private static string DefaultOf(Row row)
    {
        if (row.Setting.Declared.IsRequired || row.Setting.Declared.Default is "-")
            return "required";
        if (row.Setting.Declared.Default is { } said)
            return said;
        string shown = SettingValue.Show(row.Setting, row.Value);
        if (row.Setting.IsList && row.Setting.IsNumber)
            return shown.Contains(',') ? $"`[{shown.Replace(",", ", ")}]`" : shown;
        bool isPlain = shown.Length == 0 || row.Setting.IsNumber || row.Setting.IsBoolean && row.Value is not null;
        return isPlain ? shown : $"`{shown}`";
    }

    private static string TextOf(Row row) =>
        row.Of is null
            ? row.Setting.Declared.Text
            : $"of {string.Join(", ", row.Of.Select(kind => $"`{kind}`"))}: {row.Setting.Declared.Text}";

    [GeneratedRegex("^<!-- settings (.+) -->$", RegexOptions.Multiline)]
    private static partial Regex Place();

    [GeneratedRegex(@"\|  (?=\|)")]
    private static partial Regex EmptyCell();

    /// <summary>Between two numbers, of which the first is not negative.</summary>
    [GeneratedRegex(@"(?<=\d)(?<!-[\d.]+) to (?=\d)")]
    private static partial Regex Range();

    private readonly record struct Row(Setting Setting, object? Value, IReadOnlyList<string>? Of);
}
