using System.Net.Sockets;

namespace Mongoose.Runtime.Udp;

/// <summary>Why a port cannot be opened, in one line.</summary>
internal static class PortFault
{
    /// <summary>Whether opening a socket fails with such an exception.</summary>
    public static bool IsOf(Exception exception) => exception is SocketException or TypeInitializationException;

    /// <param name="port">The port and its protocol.</param>
    public static IOException Of(string port, Exception exception)
    {
        if (exception is not TypeInitializationException)
            return new IOException($"{port}: {exception.Message}", exception);
        // Before its first socket, .NET opens descriptors of its own; if there are none, it can open no socket at all.
        string reason = exception.InnerException?.Message.ReplaceLineEndings(" ") ?? exception.Message;
        return new IOException($"{port}: .NET has too few file descriptors to open sockets: {reason}", exception);
    }
}
