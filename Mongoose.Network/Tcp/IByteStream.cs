namespace Mongoose.Network.Tcp;

/// <summary>
/// Bytes one way over TCP, simulated or the kernel's: what an application sees. Both ends belong to one clock, and all calls are on its thread.
/// </summary>
public interface IByteStream
{
    /// <summary>Bytes that have reached the reader, in order.</summary>
    long DeliveredBytes { get; }

    /// <summary>Called with the number of bytes that have just become readable.</summary>
    Action<long>? Delivered { get; set; }

    /// <summary>The writer has that many bytes more.</summary>
    void Write(long bytes);

    /// <summary>The writer has data without end; or, from now on, none but what was sent.</summary>
    void SetUnlimited(bool unlimited);
}
