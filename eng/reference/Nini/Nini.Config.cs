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
    private ConfigCollection() => throw null;

    public IConfig this[string configName] => throw null;

    public IEnumerator GetEnumerator() => throw null;
}
