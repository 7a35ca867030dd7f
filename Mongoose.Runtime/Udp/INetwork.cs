namespace Mongoose.Runtime.Udp;

/// <summary>Takes a datagram; the span is valid during the call only.</summary>
public delegate void DatagramHandler(UdpAddress peer, ReadOnlySpan<byte> datagram);

/// <summary>Where datagram ports are opened: the host's UDP stack, or a simulated one.</summary>
public interface INetwork
{
    /// <summary>Opens a port; a port number of 0 chooses a free one.</summary>
    /// <exception cref="IOException">The address cannot be bound; the message names it.</exception>
    IDatagramPort Open(UdpAddress address);
}

/// <summary>One end that sends and receives datagrams. Use it on its scheduler's thread.</summary>
public interface IDatagramPort : IDisposable
{
    UdpAddress Address { get; }

    /// <summary>Who gets what arrives; set it before anything can arrive.</summary>
    DatagramHandler? Received { get; set; }

    /// <summary>Sends a datagram, or silently does not: UDP promises nothing.</summary>
    void Send(UdpAddress to, ReadOnlySpan<byte> datagram);
}
