using System.Globalization;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>UDP ports of this host.</summary>
internal static class UdpPorts
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>Waits until a program has opened a port.</summary>
    public static async Task WaitUntilOpen(int port)
    {
        using CancellationTokenSource limit = new(Patience);
        string end = $":{port.ToString("X4", CultureInfo.InvariantCulture)}";
        while (!IsOpen(end))
            await Task.Delay(20, limit.Token);
    }

    private static bool IsOpen(string end) => new[] { "/proc/net/udp", "/proc/net/udp6" }.Where(File.Exists).SelectMany(File.ReadLines)
        .Any(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, { } local, ..] && local.EndsWith(end, StringComparison.Ordinal));
}
