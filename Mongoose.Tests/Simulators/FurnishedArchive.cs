using System.Formats.Tar;
using System.IO.Compression;
using System.Text;
using System.Text.RegularExpressions;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A region archive of boxes as <see cref="OarWriter"/> makes them, but each with a texture and a mesh of its own.</summary>
internal static partial class FurnishedArchive
{
    public static void Write(string path, IReadOnlyList<Guid> textures, IReadOnlyList<Guid> meshes)
    {
        using MemoryStream boxes = new();
        OarWriter.Write(boxes, Math.Max(textures.Count, meshes.Count));
        boxes.Position = 0;
        using TarReader reader = new(new GZipStream(boxes, CompressionMode.Decompress));
        using GZipStream gzip = new(File.Create(path), CompressionLevel.Fastest);
        using TarWriter writer = new(gzip, TarEntryFormat.Ustar);
        int box = 0;
        while (reader.GetNextEntry(copyData: true) is { } entry)
        {
            string content = new StreamReader(entry.DataStream!).ReadToEnd();
            if (entry.Name.StartsWith("objects/", StringComparison.Ordinal))
                content = Furnish(content, textures[box % textures.Count], meshes[box++ % meshes.Count]);
            using MemoryStream data = new(Encoding.UTF8.GetBytes(content));
            writer.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, entry.Name) { DataStream = data });
        }
    }

    private static string Furnish(string box, Guid texture, Guid mesh)
    {
        // One texture on all faces, then white colour and so on; of the parameters, the shape.
        byte[] textureEntry = [.. texture.ToByteArray(bigEndian: true), 0, .. new byte[5], .. BitConverter.GetBytes(1f), 0,
            .. BitConverter.GetBytes(1f), 0, .. new byte[15]];
        byte[] extraParams = [1, 0x30, 0, 17, 0, 0, 0, .. mesh.ToByteArray(bigEndian: true), 5];
        box = TextureEntry().Replace(box, $"<TextureEntry>{Convert.ToBase64String(textureEntry)}</TextureEntry>");
        return box.Replace("<ExtraParams>AA==", $"<ExtraParams>{Convert.ToBase64String(extraParams)}", StringComparison.Ordinal);
    }

    [GeneratedRegex("<TextureEntry>.*?</TextureEntry>")]
    private static partial Regex TextureEntry();
}
