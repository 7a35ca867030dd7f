using System.Globalization;
using System.Net;
using System.Numerics;

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
        SecureSessionId = Guid.TryParse(members.GetValueOrDefault("secure_session_id"), out Guid secure) ? secure : Guid.Empty,
        Region = RegionAddress.From(Address(members, "sim_ip"), Number(members, "sim_port")),
        SeedCapability = members.TryGetValue("seed_capability", out string? seed) && seed.Length > 0
            ? HttpAddress.Parse(seed, "the seed capability")
            : null,
        RegionX = (uint)Number(members, "region_x"),
        RegionY = (uint)Number(members, "region_y"),
        RegionSize = RegionSize.From(Optional(members, "region_size_x"), Optional(members, "region_size_y")),
        LookAt = LookAt(members.GetValueOrDefault("look_at", "")),
        GridTime = Optional(members, "seconds_since_epoch") is > 0 and int seconds ? DateTimeOffset.FromUnixTimeSeconds(seconds) : null,
        Message = members.GetValueOrDefault("message", ""),
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

    /// <summary>Parses a vector such as [r0.99,r0.1,r0].</summary>
    private static Vector3 LookAt(string text)
    {
        float[] parts = text.Trim('[', ']').Split(',')
            .Select(part =>
                float.TryParse(part.Trim().TrimStart('r'), NumberStyles.Float, CultureInfo.InvariantCulture, out float value) ? value : 0)
            .ToArray();
        Vector3 direction = parts.Length == 3 ? new Vector3(parts[0], parts[1], parts[2]) : Vector3.Zero;
        return direction.LengthSquared() > 0 ? direction : Vector3.UnitX;
    }
}
