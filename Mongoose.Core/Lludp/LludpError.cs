namespace Mongoose.Core.Lludp;

/// <summary>Why a datagram could not be taken apart.</summary>
public enum LludpError
{
    None = 0,

    /// <summary>It ends before its header, its extra bytes or its message number do.</summary>
    Truncated,

    /// <summary>It is too short for the acks that its last byte counts.</summary>
    BadAckCount,

    /// <summary>
    /// A zero is followed by no count, or by a count of zero, which implementations read differently.
    /// </summary>
    ZeroCodeMalformed,

    /// <summary>It expands to more than the scratch space holds.</summary>
    ZeroCodeOverflow,
}
