using Mongoose.Runtime.Output;

namespace Mongoose.Client.Requests;

/// <summary>A file of texture ids, one per line; empty lines and lines that begin with # are skipped.</summary>
internal static class TextureFile
{
    /// <exception cref="FormatException">The file cannot be read, or a line is not a texture id.</exception>
    public static IReadOnlyList<Guid> Read(string path)
    {
        List<Guid> textures = [];
        try
        {
            int number = 0;
            foreach (string line in File.ReadLines(path))
            {
                number++;
                string text = line.Trim();
                if (text.Length == 0 || text[0] == '#')
                    continue;
                if (!Guid.TryParse(text, out Guid texture))
                    throw new FormatException($"--textures {path}, line {number}: '{text}' is not a texture id");
                textures.Add(texture);
            }
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new FormatException($"--textures {path}: {exception.Message}", exception);
        }
        return textures.Count > 0 ? textures : throw new FormatException($"--textures {path}: the file contains no texture id");
    }
}
