using Mongoose.Core.Settings;

namespace Mongoose.Mixer.Settings;

/// <summary>Rules of settings: of files, and of the options of several verbs.</summary>
internal static class SettingReports
{
    /// <summary>Reports a problem unless a rule is met.</summary>
    /// <param name="place">A key, or a path to one; null for the section as a whole.</param>
    /// <param name="reason">The reason, including what is allowed.</param>
    public static void Require(this ISettingReport report, bool isMet, string? place, string reason)
    {
        if (!isMet)
            report.Problem(place, reason);
    }

    /// <summary>Checks the port of an address, whose form was checked; empty for none.</summary>
    public static void CheckAddress(this ISettingReport report, string place, string? address) =>
        report.Require(string.IsNullOrEmpty(address) || PeerAddress.HasPort(address), place, "allowed are ports 1 to 65535");

    public static void CheckBind(this ISettingReport report, string? address) => report.Require(
        address is null || PeerAddress.TryParseHost(address, out _),
        "bind", "allowed are IPv4 addresses of this host, such as 0.0.0.0 for all of them");

    public static void CheckPayloadType(this ISettingReport report, string place, int? payloadType) => report.Require(
        payloadType is not (>= 64 and <= 95),
        place, "allowed are 0 to 63 and 96 to 127: RTCP on the same port uses the others (RFC 5761)");
}
