using System.Net;
using Mongoose.Core.Settings;

namespace Mongoose.Mixer.Settings;

/// <summary>Where the status page and the metrics are served.</summary>
public sealed record StatusSettings
{
    [Setting("status", Pattern = @"^[0-9.]+:[0-9]{1,5}$", Range = "an IPv4 address of this host, a colon and a TCP port",
        Default = "none", Option = "--status", HelpName = "address:port",
        Text = "where the status page and the metrics are served; any address but 127.0.0.1 needs `statusPassword`")]
    public string? Address { get; init; }

    /// <summary>Empty if no password is needed. Not public, so that the record's text does not contain it.</summary>
    [Setting("statusPassword", IsSecret = true, Option = "--status-password", HelpName = "text",
        Text = "password of page and metrics; other users of this host can read a command line, so write it into a file")]
    internal string Password { get; init; } = "";

    /// <summary>The address and port; null for none. The settings have been checked.</summary>
    public IPEndPoint? Place => Address is { } address
        ? new IPEndPoint(IPAddress.Parse(PeerAddress.HostOf(address)), PeerAddress.PortOf(address)) : null;
}
