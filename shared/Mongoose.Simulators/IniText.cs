namespace Mongoose.Simulators;

/// <summary>
/// Merges configuration texts into one. OpenSim reads the files of config/ in the file system's order, so a setting that must take
/// precedence has to be in the same file as the setting that it replaces.
/// </summary>
public static class IniText
{
    /// <summary>Contains every section once; of a repeated key, the last value counts. Comments are dropped.</summary>
    public static string Merge(params string[] texts)
    {
        List<(string Name, Dictionary<string, string> Keys)> sections = [];
        foreach (string text in texts)
            Read(text, sections);
        return string.Concat(sections.Select(section =>
            $"[{section.Name}]\n" + string.Concat(section.Keys.Select(entry => $"    {entry.Key} = {entry.Value}\n"))));
    }

    private static void Read(string text, List<(string Name, Dictionary<string, string> Keys)> sections)
    {
        Dictionary<string, string>? keys = null;
        foreach (string line in text.Split('\n').Select(raw => raw.Trim()))
        {
            if (line.StartsWith('[') && line.EndsWith(']'))
                keys = Section(line[1..^1].Trim(), sections);
            else if (line.Length > 0 && line[0] is not (';' or '#') && line.IndexOf('=') is > 0 and int equals)
                (keys ?? throw new FormatException($"'{line}' is before the first section"))[line[..equals].Trim()] =
                    line[(equals + 1)..].Trim();
        }
    }

    private static Dictionary<string, string> Section(string name, List<(string Name, Dictionary<string, string> Keys)> sections)
    {
        int known = sections.FindIndex(section => section.Name == name);
        if (known >= 0)
            return sections[known].Keys;
        sections.Add((name, []));
        return sections[^1].Keys;
    }
}
