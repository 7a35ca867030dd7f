using System.Globalization;
using System.Xml.Linq;

namespace Mongoose.Simulators;

/// <summary>Assets as a set of OpenSimulator's asset loader, which puts them into the asset service at the start.</summary>
internal static class AssetSet
{
    /// <summary>The list of sets, relative to bin/: the installation's own, and this one.</summary>
    public const string ListFile = $"{Directory}/AssetSets.xml";

    private const string Directory = "testbed-assets", SetFile = "Downloads.xml", OwnDirectory = "assets", OwnList = "AssetSets.xml";

    /// <summary>Writes lists and contents into an OpenSimulator's folder. The contents are noise.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    public static void Write(string folder, IEnumerable<StoredAsset> assets)
    {
        string directory = System.IO.Directory.CreateDirectory(Path.Combine(folder, Directory)).FullName;
        XDocument sets = XDocument.Load(Path.Combine(folder, OwnDirectory, OwnList));
        foreach (XElement file in sets.Descendants("Key").Where(key => key.Attribute("Name")?.Value == "file"))
            file.SetAttributeValue("Value", Path.Combine(folder, OwnDirectory, file.Attribute("Value")!.Value));
        sets.Root!.Add(Section("Downloads", ("file", SetFile)));
        sets.Save(Path.Combine(directory, OwnList));
        XElement set = new("Nini");
        Random noise = new(1);
        foreach (StoredAsset asset in assets)
        {
            string name = asset.Id.ToString();
            byte[] content = new byte[asset.Bytes];
            noise.NextBytes(content);
            File.WriteAllBytes(Path.Combine(directory, name), content);
            set.Add(Section(name, ("assetID", name), ("name", name),
                ("assetType", ((int)asset.Type).ToString(CultureInfo.InvariantCulture)), ("fileName", name)));
        }
        new XDocument(set).Save(Path.Combine(directory, SetFile));
    }

    private static XElement Section(string name, params (string Name, string Value)[] keys) => new("Section", new XAttribute("Name", name),
        keys.Select(key => new XElement("Key", new XAttribute("Name", key.Name), new XAttribute("Value", key.Value))));
}
