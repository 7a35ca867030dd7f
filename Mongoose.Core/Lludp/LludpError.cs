namespace Mongoose.Core.Lludp;

/// <summary>Why a datagram could not be parsed.</summary>
public enum LludpError
{
    None = 0,

    /// <summary>The datagram ends within its header, its extra bytes or its message number.</summary>
    Truncated,

    /// <summary>The datagram is too short for the number of acks in its last byte.</summary>
    BadAckCount,

    /// <summary>A zero is followed by no count or by a count of zero, which implementations decode differently.</summary>
    ZeroCodeMalformed,

    /// <summary>The datagram expands to more than the scratch space holds.</summary>
    ZeroCodeOverflow,
}
