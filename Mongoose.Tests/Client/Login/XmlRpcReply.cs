namespace Mongoose.Tests.Client.Login;

/// <summary>Replies of a login service.</summary>
internal static class XmlRpcReply
{
    /// <summary>A struct of strings, without escaping.</summary>
    public static string Of(params (string Name, string Value)[] members) =>
        "<methodResponse><params><param><value><struct>"
        + string.Concat(
            members.Select(member => $"<member><name>{member.Name}</name><value><string>{member.Value}</string></value></member>"))
        + "</struct></value></param></params></methodResponse>";
}
