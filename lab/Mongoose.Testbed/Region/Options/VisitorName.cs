namespace Mongoose.Testbed.Region.Options;

/// <summary>The names of visitors who have one circuit each.</summary>
internal static class VisitorName
{
    /// <param name="prefix">The region's prefix; null: its visitors have no names.</param>
    public static string? Of(string? prefix, uint circuit) => prefix is null ? null : FormattableString.Invariant($"{prefix}/{circuit}");
}
