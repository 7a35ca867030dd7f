using System.Globalization;
using System.Net;

namespace Mongoose.Client.Login;

/// <summary>Reads the reply of login_to_simulator.</summary>
internal static class LoginReply
{
    public static LoginResult Read(string text)
    {
        try
        {
            IReadOnlyDictionary<string, string> members = XmlRpc.ReadReply(text);
            return members.GetValueOrDefault("login") == "true"
                ? Granted(members)
                : new LoginFailed(LoginFailure.Refused, members.GetValueOrDefault("reason", ""), members.GetValueOrDefault("message", ""));
        }
        catch (Exception exception) when (exception is FormatException or OverflowException)
        {
            return new LoginFailed(LoginFailure.BadReply, "", exception.Message);
        }
    }

    private static LoginGranted Granted(IReadOnlyDictionary<string, string> members) => new()
    {
        // XML-RPC has no unsigned numbers: a large circuit code arrives as a negative number.
        CircuitCode = (uint)long.Parse(Needed(members, "circuit_code"), CultureInfo.InvariantCulture),
        AgentId = Guid.Parse(Needed(members, "agent_id")),
        SessionId = Guid.Parse(Needed(members, "session_id")),
        Region = RegionAddress.From(Address(members, "sim_ip"), Number(members, "sim_port")),
        SeedCapability = members.TryGetValue("seed_capability", out string? seed) && seed.Length > 0
            ? HttpAddress.Parse(seed, "the seed capability")
            : null,
        RegionX = (uint)Number(members, "region_x"),
        RegionY = (uint)Number(members, "region_y"),
        RegionSize = RegionSize.From(Optional(members, "region_size_x"), Optional(members, "region_size_y")),
        GridTime = Optional(members, "seconds_since_epoch") is > 0 and int seconds ? DateTimeOffset.FromUnixTimeSeconds(seconds) : null,
    };

    private static string Needed(IReadOnlyDictionary<string, string> members, string name) =>
        members.GetValueOrDefault(name) ?? throw new FormatException($"the reply lacks {name}");

    private static IPAddress Address(IReadOnlyDictionary<string, string> members, string name) =>
        IPAddress.TryParse(Needed(members, name), out IPAddress? address)
            ? address
            : throw new FormatException($"the reply's {name} is not an IPv4 address");

    private static int Number(IReadOnlyDictionary<string, string> members, string name) =>
        int.Parse(Needed(members, name), CultureInfo.InvariantCulture);

    private static int? Optional(IReadOnlyDictionary<string, string> members, string name) =>
        int.TryParse(members.GetValueOrDefault(name), CultureInfo.InvariantCulture, out int number) ? number : null;
}
