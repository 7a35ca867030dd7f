namespace Mongoose.Network.Tcp;

/// <summary>
/// Bytes in one direction over simulated or kernel TCP, as an application sees them. Both ends belong to one clock, and all calls are made on its thread.
/// </summary>
public interface IByteStream
{
    /// <summary>Bytes that have reached the reader, in order.</summary>
    long DeliveredBytes { get; }

    /// <summary>Called with the number of bytes that have just become readable.</summary>
    Action<long>? Delivered { get; set; }

    /// <summary>The writer has that many more bytes.</summary>
    void Write(long bytes);

    /// <summary>The writer has unlimited data or, from now on, no data beyond what was sent.</summary>
    void SetUnlimited(bool unlimited);
}
