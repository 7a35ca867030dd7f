using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Mongoose.Tests.Simulators;

/// <summary>A connection that sends and receives HTTP as bytes, without any understanding of it.</summary>
internal sealed class RawHttp : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Stream _stream;

    /// <param name="address">Of which scheme, host and port are used.</param>
    /// <param name="receiveBuffer">Bytes that the kernel takes before the reader; null for its default.</param>
    public RawHttp(Uri address, int? receiveBuffer = null)
    {
        if (receiveBuffer is { } bytes)
            _socket.ReceiveBufferSize = bytes;
        _socket.Connect(IPAddress.Parse(address.Host), address.Port);
        _stream = new NetworkStream(_socket);
        if (address.Scheme != Uri.UriSchemeHttps)
            return;
        SslStream secured = new(_stream, false, (_, _, _, _) => true);
        secured.AuthenticateAsClient(address.Host);
        _stream = secured;
    }

    /// <summary>Whether something has come.</summary>
    public bool HasData => _socket.Poll(0, SelectMode.SelectRead);

    /// <summary>Sends a text.</summary>
    public RawHttp Send(string text)
    {
        _stream.Write(Encoding.ASCII.GetBytes(text));
        return this;
    }

    /// <summary>Says that nothing more will be sent.</summary>
    public RawHttp HalfClose()
    {
        _socket.Shutdown(SocketShutdown.Send);
        return this;
    }

    /// <summary>Reads one byte.</summary>
    public byte ReadByte(TimeSpan patience)
    {
        _socket.ReceiveTimeout = (int)patience.TotalMilliseconds;
        return _stream.ReadByte() is >= 0 and int value ? (byte)value : throw new IOException("the connection ended");
    }

    /// <summary>The bytes up to the end of the connection, or until nothing has come for a while.</summary>
    public byte[] ReadAll(TimeSpan silence)
    {
        using MemoryStream all = new();
        byte[] buffer = new byte[65536];
        while (_socket.Poll(silence, SelectMode.SelectRead) && Read(buffer) is > 0 and var bytes)
            all.Write(buffer, 0, bytes);
        return all.ToArray();
    }

    /// <summary>Reads one response; returns the length of its body.</summary>
    /// <param name="patience">How long to wait for each byte.</param>
    /// <param name="begun">What has been read of it before.</param>
    public int ReadResponse(TimeSpan patience, string begun = "")
    {
        _socket.ReceiveTimeout = (int)patience.TotalMilliseconds;
        StringBuilder head = new(begun);
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            int value = _stream.ReadByte();
            if (value < 0)
                throw new IOException($"the connection ended after {head}");
            head.Append((char)value);
        }
        string? length =
            head.ToString().Split('\n').FirstOrDefault(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase));
        Assert.That(length, Is.Not.Null, $"{head}");
        byte[] body = new byte[int.Parse(length!.Split(':')[1], System.Globalization.CultureInfo.InvariantCulture)];
        int bytes = 0;
        try
        {
            while (bytes < body.Length)
                bytes += _stream.Read(body, bytes, body.Length - bytes) is > 0 and var more
                    ? more
                    : throw new IOException("the connection ended");
        }
        catch (IOException exception)
        {
            throw new IOException($"{bytes} of {body.Length} bytes have come: {exception.Message}", exception);
        }
        return body.Length;
    }

    /// <summary>Ends the connection as a process that is killed.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        Dispose();
    }

    public void Dispose()
    {
        _stream.Dispose();
        _socket.Dispose();
    }

    private int Read(byte[] buffer)
    {
        try
        {
            return _socket.Receive(buffer);
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            return 0;
        }
    }
}
