using System.Collections;

namespace Nini.Config;

public interface IConfigSource
{
    ConfigCollection Configs { get; }

    IConfig AddConfig(string name);
}

public interface IConfig
{
    string Name { get; }

    string[] GetKeys();

    string GetString(string key);

    void Set(string key, object value);
}

public class ConfigCollection
{
    private readonly Dictionary<string, IConfig> _sections = [];

    /// <summary>Null if there is no such section.</summary>
    public IConfig this[string configName] => _sections.GetValueOrDefault(configName);

    public IEnumerator GetEnumerator() => _sections.Values.GetEnumerator();

    internal void Add(string name, IConfig section) => _sections.Add(name, section);
}

/// <summary>For tests: sections that are not read from a file.</summary>
public sealed class ConfigSourceInMemory : IConfigSource
{
    public ConfigCollection Configs { get; } = new();

    public IConfig AddConfig(string name)
    {
        Section section = new(name);
        Configs.Add(name, section);
        return section;
    }

    private sealed class Section(string name) : IConfig
    {
        private readonly Dictionary<string, string> _values = [];

        public string Name => name;

        public string[] GetKeys() => [.. _values.Keys];

        public string GetString(string key) => _values.GetValueOrDefault(key);

        public void Set(string key, object value) => _values[key] = value.ToString();
    }
}
