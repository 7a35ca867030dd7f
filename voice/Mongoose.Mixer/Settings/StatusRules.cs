using System.Net;
using System.Text;
using Mongoose.Core.Settings;
using Mongoose.Core.Status.Http;

namespace Mongoose.Mixer.Settings;

/// <summary>The rules of the status page's address and password.</summary>
internal static class StatusRules
{
    public static void Check(StatusSettings settings, ISettingReport report)
    {
        // Without its place: a message with one has the value.
        report.Require(Encoding.UTF8.GetByteCount(settings.Password) <= Password.MaxBytes, null,
            $"statusPassword is longer than {Password.MaxBytes} bytes: no reader can send it");
        if (settings.Address is not { } address)
            return;
        if (PeerAddress.TryParseHost(PeerAddress.HostOf(address), out IPAddress? host))
        {
            report.Require(IPAddress.IsLoopback(host) || settings.Password.Length > 0, "status",
                $"{host} needs a password (statusPassword): others can reach it");
        }
        else
        {
            report.Problem("status", "allowed are IPv4 addresses of this host, such as 127.0.0.1:9191");
        }
        report.CheckAddress("status", address);
    }

    /// <summary>
    /// Where the page is, for operators; null for none. The length of the password shows whether a shell has cut it.
    /// </summary>
    public static string? PageOf(StatusSettings settings)
    {
        string password = settings.Password.Length == 0 ? "without password" : $"with a password of {settings.Password.Length} characters";
        return settings.Place is { } place ? $"status page at http://{place}{StatusRoutes.Root}/, {password}" : null;
    }
}
