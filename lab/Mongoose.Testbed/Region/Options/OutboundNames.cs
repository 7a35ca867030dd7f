namespace Mongoose.Testbed.Region.Options;

/// <summary>The names of the outbound loops that a region can use.</summary>
internal static class OutboundNames
{
    public const string Stock = "stock";
    public const string Mongoose = "mongoose";

    public static readonly IReadOnlyList<string> All = [Stock, Mongoose];
}
