namespace Mongoose.Runtime.Udp;

/// <summary>An open file of the host that a loop waits for. The loop calls it on its thread.</summary>
public interface IDescriptor
{
    /// <summary>The number that the system knows it by; it stays open as long as a loop waits for it.</summary>
    int Number { get; }

    /// <summary>Whether to wait for room to write too, not only for something to read.</summary>
    bool WaitsToWrite { get; }

    /// <summary>It can be read, or written, or has failed.</summary>
    void Ready();
}
