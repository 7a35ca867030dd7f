namespace Mongoose.Runtime.Udp;

/// <summary>Handles a datagram; the span is valid during the call only.</summary>
public delegate void DatagramHandler(UdpAddress peer, ReadOnlySpan<byte> datagram);

/// <summary>Opens datagram ports: of the host's UDP stack, or of a simulated one.</summary>
public interface INetwork
{
    /// <summary>Opens a port; port number 0 chooses a free port.</summary>
    /// <exception cref="IOException">The address cannot be bound; the message names it.</exception>
    IDatagramPort Open(UdpAddress address);

    /// <summary>Opens a port with a handler of received datagrams, which is not called before this method returns.</summary>
    /// <inheritdoc cref="Open(UdpAddress)"/>
    IDatagramPort Open(UdpAddress address, DatagramHandler received)
    {
        IDatagramPort port = Open(address);
        port.Received = received;
        return port;
    }
}

/// <summary>A port that sends and receives datagrams. Use it on its scheduler's thread.</summary>
public interface IDatagramPort : IDisposable
{
    UdpAddress Address { get; }

    /// <summary>The handler of received datagrams; set it before any can arrive.</summary>
    DatagramHandler? Received { get; set; }

    /// <summary>Sends a datagram; failures are silent, because UDP guarantees nothing.</summary>
    void Send(UdpAddress to, ReadOnlySpan<byte> datagram);
}
