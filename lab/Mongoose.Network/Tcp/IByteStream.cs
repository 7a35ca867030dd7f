namespace Mongoose.Network.Tcp;

/// <summary>
/// Bytes in one direction over simulated or kernel TCP, as an application sees them. Both ends belong to one clock, and all calls are made
/// on its thread.
/// </summary>
public interface IByteStream
{
    /// <summary>Bytes that have reached the reader, in order.</summary>
    long DeliveredBytes { get; }

    /// <summary>Called with the number of bytes that have just become readable.</summary>
    Action<long>? Delivered { get; set; }

    /// <summary>
    /// Whether the stream takes more data now: the written bytes that wait to be sent for the first time are fewer than its options allow.
    /// The kernel's stream has room only during the action passed to <see cref="AwaitRoom"/>.
    /// </summary>
    bool HasRoom { get; }

    /// <summary>Calls <paramref name="action"/> once, when the stream next has room; replaces an action that still waits.</summary>
    void AwaitRoom(Action action);

    /// <summary>The writer has <paramref name="bytes"/> more bytes.</summary>
    void Write(long bytes);

    /// <summary>The writer has unlimited data or, from now on, no more data: unsent data is dropped.</summary>
    void SetUnlimited(bool unlimited);
}
