using System.Globalization;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// One of several processes that share the items of a run, such as bots: it has every <see cref="Count"/>-th item, from
/// <see cref="Index"/> on.
/// </summary>
/// <param name="Index">The process's number, 0 to <see cref="Count"/> - 1.</param>
/// <param name="Count">The number of processes, 1 to <see cref="MaxCount"/>.</param>
public readonly record struct Shard(int Index, int Count)
{
    public const int MaxCount = 1000;

    /// <summary>The only process of a run.</summary>
    public static readonly Shard Whole = new(0, 1);

    /// <summary>The format that <see cref="Parse"/> accepts, for messages.</summary>
    public static readonly string Allowed = $"i/n with i from 0 to n - 1 and n from 1 to {MaxCount}, such as 0/4";

    public bool IsWhole => Count == 1;

    /// <exception cref="FormatException">The text is not a shard; the message contains what is allowed.</exception>
    public static Shard Parse(string text)
    {
        string[] numbers = text.Split('/');
        return numbers.Length == 2 && TryParse(numbers[0], out int index) && TryParse(numbers[1], out int count)
            && index < count && count <= MaxCount
            ? new Shard(index, count)
            : throw new FormatException($"allowed are {Allowed}");
    }

    /// <summary>Whether the item with this number, counted from 0, belongs to the shard.</summary>
    public bool Has(int item) => item % Count == Index;

    /// <summary>The number of <paramref name="items"/> that belong to the shard.</summary>
    public int SizeOf(int items) => (items - Index + Count - 1) / Count;

    /// <summary>The number, in the whole run, of the shard's own <paramref name="item"/>, both counted from 0.</summary>
    public int NumberOf(int item) => Index + item * Count;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Index}/{Count}");

    private static bool TryParse(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
