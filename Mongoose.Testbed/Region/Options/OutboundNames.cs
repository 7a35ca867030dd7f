namespace Mongoose.Testbed.Region.Options;

/// <summary>The names by which the ways out of a region are chosen.</summary>
internal static class OutboundNames
{
    public const string Stock = "stock";
    public const string Mongoose = "mongoose";

    public static readonly IReadOnlyList<string> All = [Stock, Mongoose];
}
