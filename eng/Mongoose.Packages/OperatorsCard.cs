namespace Mongoose.Packages;

/// <summary>The card at the top of docs/operators/install.md, which the module's package has as its README.</summary>
internal static class OperatorsCard
{
    private const string Begin = "<!-- card -->", End = "<!-- end of card -->";

    /// <exception cref="PackagingException">The document has no card.</exception>
    public static string Read(string path)
    {
        string text = File.ReadAllText(path);
        int begin = text.IndexOf(Begin, StringComparison.Ordinal), end = text.IndexOf(End, StringComparison.Ordinal);
        if (begin < 0 || end < begin)
            throw new PackagingException($"{path}: no card between {Begin} and {End}");
        return "# Mongoose for OpenSimulator\n\n" + text[(begin + Begin.Length)..end].Trim() + "\n";
    }
}
