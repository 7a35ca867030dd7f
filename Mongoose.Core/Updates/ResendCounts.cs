using System.Numerics;

namespace Mongoose.Core.Updates;

/// <summary>
/// Counts of resent object updates, as they were sent and as they would have been without changes. With <see cref="ResendRule.Off"/>
/// both are equal.
/// </summary>
/// <param name="Packets">Packets with object updates that were resent; each resend counts.</param>
/// <param name="BlocksLeftOut">Blocks that the resends no longer carried, because later packets had replaced them.</param>
/// <param name="EmptyPackets">Resends that carried no block.</param>
/// <param name="Bytes">UDP payload of the resends, in bytes.</param>
/// <param name="UntrimmedBytes">UDP payload that the same resends would have had with all their blocks, in bytes.</param>
public readonly record struct ResendCounts(long Packets, long BlocksLeftOut, long EmptyPackets, long Bytes, long UntrimmedBytes)
    : ISubtractionOperators<ResendCounts, ResendCounts, ResendCounts>
{
    public static ResendCounts operator +(in ResendCounts a, in ResendCounts b) => new(
        a.Packets + b.Packets, a.BlocksLeftOut + b.BlocksLeftOut, a.EmptyPackets + b.EmptyPackets, a.Bytes + b.Bytes,
        a.UntrimmedBytes + b.UntrimmedBytes);

    public static ResendCounts operator -(ResendCounts a, ResendCounts b) => new(
        a.Packets - b.Packets, a.BlocksLeftOut - b.BlocksLeftOut, a.EmptyPackets - b.EmptyPackets, a.Bytes - b.Bytes,
        a.UntrimmedBytes - b.UntrimmedBytes);
}
