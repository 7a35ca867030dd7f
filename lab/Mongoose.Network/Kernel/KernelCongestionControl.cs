using System.Net.Sockets;
using System.Text;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Output;

namespace Mongoose.Network.Kernel;

/// <summary>The congestion controls of the kernel's TCP.</summary>
public static class KernelCongestionControl
{
    private const string Available = "/proc/sys/net/ipv4/tcp_available_congestion_control";
    private const int TcpLevel = 6, CongestionOption = 13; // IPPROTO_TCP, TCP_CONGESTION

    /// <summary>The congestion controls available now, by the kernel's names.</summary>
    public static IReadOnlyList<string> Offered =>
        File.ReadAllText(Available).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Sets a socket's congestion control.</summary>
    /// <exception cref="HostException">The kernel has no such congestion control; the message lists the available ones.</exception>
    public static void Set(Socket socket, string name)
    {
        try
        {
            socket.SetRawSocketOption(TcpLevel, CongestionOption, Encoding.ASCII.GetBytes(name));
        }
        catch (SocketException exception)
        {
            throw new HostException($"TCP congestion control {name}: {Reason(exception)}", exception);
        }
    }

    private static string Reason(SocketException exception) =>
        PathFault.OrNull(() => $"this kernel offers {string.Join(", ", Offered)}") ?? exception.Message;

    /// <summary>A socket's congestion control.</summary>
    public static string Of(Socket socket)
    {
        Span<byte> name = stackalloc byte[16];
        int length = socket.GetRawSocketOption(TcpLevel, CongestionOption, name);
        return Encoding.ASCII.GetString(name[..length]).TrimEnd('\0');
    }
}
