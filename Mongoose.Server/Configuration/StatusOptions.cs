using System.Net;
using System.Text;
using Mongoose.Core.Settings;

namespace Mongoose.Server.Configuration;

/// <summary>Where the status page and the metrics are served, and who may read them.</summary>
internal sealed record StatusOptions : ISettingRules
{
    /// <inheritdoc cref="Core.Status.Http.Password.MaxBytes"/>
    public const int MaxPasswordBytes = Core.Status.Http.Password.MaxBytes;

    private static readonly string[] OwnHost = ["127.0.0.1", "::1"];

    /// <summary>0 if nothing is served.</summary>
    [Setting("StatusPort", Min = 0, Max = 65535,
        Text = "TCP port of page and metrics, not the simulator's HTTP port; 0: none")]
    public int Port { get; init; }

    [Setting("StatusAddress", Range = "an IPv4 or IPv6 address",
        Text = "address of page and metrics; any but loopback (127.0.0.1, ::1) needs `StatusPassword`")]
    private string AddressText { get; init; } = IPAddress.Loopback.ToString();

    /// <summary>Empty if no password is needed. Not public, so that the record's text does not contain it.</summary>
    [Setting("StatusPassword", IsSecret = true, Text = "password of page and metrics; without one, visitors' names are not shown")]
    internal string Password { get; init; } = "";

    [Setting("StatusAllow", Range = "addresses and networks, IPv4 and IPv6",
        Text = "who may read, such as `192.0.2.7,10.0.0.0/8`; none: all who reach the port. Behind a proxy, the proxy's address counts")]
    private IReadOnlyList<string> AllowText { get; init; } = [];

    /// <summary>Whether there are metrics of individual visitors.</summary>
    [Setting("MetricsPerVisitor", Text = "also metrics of each visitor: ten or more series, with names if there is a password")]
    public bool PerVisitor { get; init; }

    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>The networks that may read; empty if all may.</summary>
    public IReadOnlyList<IPNetwork> Allow { get; init; } = [];

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Encoding.UTF8.GetByteCount(Password) > MaxPasswordBytes)
            report.Problem(null, $"StatusPassword is longer than {MaxPasswordBytes} bytes: no reader can send it");
        IPAddress address = FinalAddress(report);
        string[] allowed = FinalAllowed(report);
        return this with { Address = address, AddressText = address.ToString(), AllowText = allowed, Allow = Networks(allowed) };
    }

    private IPAddress FinalAddress(ISettingReport report)
    {
        if (Addresses.TryParse(AddressText, out IPAddress? address))
            return address;
        report.Problem("StatusAddress", $"allowed are IPv4 and IPv6 addresses; using {Address}");
        return Address;
    }

    /// <summary>The valid items. If none of the items is valid, only the host itself may read: an error must not admit everyone.</summary>
    private string[] FinalAllowed(ISettingReport report)
    {
        string[] given = AllowText.Where(item => item.Length > 0).ToArray();
        string[] valid = given.Where(item => Addresses.TryParseNetwork(item, out _)).ToArray();
        if (valid.Length == given.Length && (given.Length > 0 || AllowText.Count == 0))
            return valid;
        string[] used = valid.Length > 0 ? valid : OwnHost;
        report.Problem("StatusAllow", "allowed are addresses, and networks such as 10.0.0.0/8 and fd00::/8; "
            + $"using {string.Join(",", used)}");
        return used;
    }

    private static IPNetwork[] Networks(string[] items) =>
        items.Select(item => Addresses.TryParseNetwork(item, out IPNetwork network) ? network : default).ToArray();
}
