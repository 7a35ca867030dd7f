namespace Mongoose.Core.Settings;

/// <summary>
/// Levenshtein distance: the minimum number of letters to insert, remove or replace to turn one word into another. Case is ignored.
/// </summary>
public static class EditDistance
{
    public static int Between(string a, string b)
    {
        int[] row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (int i = 1; i <= a.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.Length; j++)
            {
                int replaced = diagonal + (char.ToLowerInvariant(a[i - 1]) == char.ToLowerInvariant(b[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, 1 + Math.Min(row[j], row[j - 1]));
            }
        }
        return row[b.Length];
    }
}
