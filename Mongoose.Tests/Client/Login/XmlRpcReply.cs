namespace Mongoose.Tests.Client.Login;

/// <summary>What a login service answers.</summary>
internal static class XmlRpcReply
{
    /// <summary>A struct of strings, written as they are.</summary>
    public static string Of(params (string Name, string Value)[] members) =>
        "<methodResponse><params><param><value><struct>"
        + string.Concat(members.Select(member => $"<member><name>{member.Name}</name><value><string>{member.Value}</string></value></member>"))
        + "</struct></value></param></params></methodResponse>";
}
