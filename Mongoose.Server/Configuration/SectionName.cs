using Mongoose.Core.Settings;
using Nini.Config;

namespace Mongoose.Server.Configuration;

/// <summary>The name of a section in OpenSim's INI files; case-sensitive.</summary>
internal static class SectionName
{
    private const int MaxDistance = 2;

    /// <summary>Names of sections that differ from <paramref name="name"/> in case, or in at most two letters: probably misspelt.</summary>
    public static IEnumerable<string> Misspelt(IConfigSource source, string name)
    {
        foreach (IConfig section in source.Configs)
        {
            if (section.Name != name && EditDistance.Between(section.Name, name) <= MaxDistance)
                yield return section.Name;
        }
    }
}
