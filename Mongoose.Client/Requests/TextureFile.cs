using Mongoose.Runtime.Output;

namespace Mongoose.Client.Requests;

/// <summary>A file of texture ids, one per line; empty lines and lines that begin with # are skipped.</summary>
internal static class TextureFile
{
    /// <exception cref="FormatException">The file cannot be read, or a line is not a texture id.</exception>
    public static IReadOnlyList<Guid> Read(string path)
    {
        string[] lines = PathFault.OrThrow(
            () => File.ReadAllLines(path), fault => new FormatException($"--textures {path}: {fault.Message}", fault));
        Guid[] textures =
        [
            .. lines.Select((line, i) => (Text: line.Trim(), Number: i + 1)).Where(line => line.Text is not ("" or ['#', ..]))
                .Select(line => Guid.TryParse(line.Text, out Guid texture)
                    ? texture
                    : throw new FormatException($"--textures {path}, line {line.Number}: '{line.Text}' is not a texture id")),
        ];
        return textures.Length > 0 ? textures : throw new FormatException($"--textures {path}: the file contains no texture id");
    }
}
