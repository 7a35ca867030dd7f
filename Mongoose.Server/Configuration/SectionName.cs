using Mongoose.Core.Settings;
using Nini.Config;

namespace Mongoose.Server.Configuration;

/// <summary>The name of a section in OpenSim's INI files. OpenSim distinguishes capitals.</summary>
internal static class SectionName
{
    private const int MaxDistance = 2;

    /// <summary>Names that may be meant to be a section's name, but are not: other capitals, or up to two other letters.</summary>
    public static IEnumerable<string> Misspelt(IConfigSource source, string name)
    {
        foreach (IConfig section in source.Configs)
        {
            if (section.Name != name && EditDistance.Between(section.Name, name) <= MaxDistance)
                yield return section.Name;
        }
    }
}
