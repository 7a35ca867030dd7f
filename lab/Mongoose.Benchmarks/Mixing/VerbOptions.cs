using System.Globalization;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The options of a measuring verb: <c>--name number[,number...]</c>.</summary>
internal sealed class VerbOptions
{
    private readonly Dictionary<string, int[]> _values = [];

    /// <param name="arguments">The words after the verb.</param>
    /// <param name="names">The options that the verb has, without dashes.</param>
    /// <exception cref="FormatException">An option is not known or has no numbers; the message has the allowed values.</exception>
    public VerbOptions(IReadOnlyList<string> arguments, params string[] names)
    {
        for (int i = 0; i < arguments.Count; i += 2)
        {
            string name = arguments[i].StartsWith("--", StringComparison.Ordinal) ? arguments[i][2..] : "";
            if (!names.Contains(name))
                throw new FormatException($"{arguments[i]}: allowed are {string.Join(", ", names.Select(known => $"--{known}"))}");
            _values[name] = i + 1 < arguments.Count
                ? NumbersOf(arguments[i], arguments[i + 1])
                : throw new FormatException($"{arguments[i]}: a number is missing");
        }
    }

    public int Number(string name, int otherwise) =>
        Numbers(name, otherwise) is [int only] ? only : throw new FormatException($"--{name}: allowed is one number");

    public int[] Numbers(string name, params int[] otherwise) => _values.GetValueOrDefault(name, otherwise);

    private static int[] NumbersOf(string option, string text) => text.Split(',').Select(part =>
        int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0 ? number
            : throw new FormatException($"{option} {text}: allowed are whole numbers above 0, with commas between")).ToArray();
}
