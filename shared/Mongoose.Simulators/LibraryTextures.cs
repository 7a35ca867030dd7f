using System.Xml;
using System.Xml.Linq;

namespace Mongoose.Simulators;

/// <summary>A texture that every OpenSim has from its first start.</summary>
/// <param name="Id">The texture's asset id.</param>
/// <param name="Bytes">Size of its data.</param>
public sealed record LibraryTexture(Guid Id, int Bytes);

/// <summary>The textures that come with an installation: about 140 with 10 MB in total. This workload needs no upload.</summary>
public static class LibraryTextures
{
    private const int TextureType = 0;

    /// <summary>The textures that viewers can request, in the order of the installation's own list.</summary>
    /// <exception cref="OpenSimException">The installation's list of textures cannot be read.</exception>
    public static IReadOnlyList<LibraryTexture> Read(OpenSimBin bin)
    {
        string folder = Path.Combine(bin.Directory, "assets", "TexturesAssetSet");
        try
        {
            return XDocument.Load(Path.Combine(folder, "TexturesAssetSet.xml")).Descendants("Section")
                .Select(section =>
                    section.Elements("Key").ToDictionary(key => key.Attribute("Name")!.Value, key => key.Attribute("Value")!.Value))
                .Where(keys => keys.GetValueOrDefault("assetType") == $"{TextureType}")
                .Select(keys => (Id: Guid.Parse(keys["assetID"]), File: new FileInfo(Path.Combine(folder, keys["fileName"]))))
                .Where(texture => texture.File.Exists)
                .DistinctBy(texture => texture.Id)
                .Select(texture => new LibraryTexture(texture.Id, (int)texture.File.Length))
                .ToArray();
        }
        catch (Exception exception) when (exception is XmlException or FormatException or KeyNotFoundException || PathFault.Is(exception))
        {
            throw new OpenSimException($"the list of textures in {folder} cannot be read: {exception.Message}", exception);
        }
    }
}
