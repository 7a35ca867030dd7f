using System.Globalization;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>UDP ports of this host.</summary>
internal static class UdpPorts
{
    /// <summary>Waits until a program has opened a port.</summary>
    public static Task WaitUntilOpen(int port)
    {
        string end = $":{port.ToString("X4", CultureInfo.InvariantCulture)}";
        return Wait.Until(() => IsOpen(end), $"no program has opened UDP port {port}");
    }

    private static bool IsOpen(string end) => new[] { "/proc/net/udp", "/proc/net/udp6" }.Where(File.Exists).SelectMany(File.ReadLines)
        .Any(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, { } local, ..]
        && local.EndsWith(end, StringComparison.Ordinal));
}
