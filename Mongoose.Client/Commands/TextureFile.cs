namespace Mongoose.Client.Commands;

/// <summary>A file of texture ids, one a line; empty lines and those that begin with # are skipped.</summary>
internal static class TextureFile
{
    /// <exception cref="FormatException">It cannot be read, or a line is no id.</exception>
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
                    throw new FormatException($"--textures {path}, line {number}: '{text}' is no texture id");
                textures.Add(texture);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"--textures {path}: {exception.Message}", exception);
        }
        return textures.Count > 0 ? textures : throw new FormatException($"--textures {path}: it holds no texture id");
    }
}
