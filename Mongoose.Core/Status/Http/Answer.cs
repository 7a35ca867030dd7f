using System.Text;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>An answer to a request, without the headers that every answer has.</summary>
/// <param name="Status">The HTTP status code.</param>
/// <param name="ContentType">The type of the body.</param>
/// <param name="Body">The body; it is sent as it is and may be shared between answers.</param>
/// <param name="Header">A further header; null for none.</param>
internal sealed record Answer(int Status, string ContentType, byte[] Body, (string Name, string Value)? Header = null)
{
    public static readonly Answer WithoutPassword = Refusal(401, "The password is missing or wrong.", ("WWW-Authenticate", "Basic realm=\"Mongoose\""));

    /// <summary>Whether the connection may stay open for a next request.</summary>
    public bool KeepsConnection { get; init; } = true;

    /// <summary>An answer of one line of text.</summary>
    public static Answer Refusal(int status, string reason, (string Name, string Value)? header = null) =>
        new(status, "text/plain; charset=utf-8", Encoding.UTF8.GetBytes(reason + "\n"), header);

    /// <summary>
    /// Writes the answer. OpenSim derives Content-Length from the body that it sends, so in an answer to HEAD it is 0.
    /// </summary>
    public void WriteTo(IOSHttpResponse response, bool isHead)
    {
        response.StatusCode = Status;
        response.ContentType = ContentType;
        if (Header is { } header)
            response.AddHeader(header.Name, header.Value);
        if (!KeepsConnection)
            response.KeepAlive = false;
        if (!isHead)
            response.RawBuffer = Body;
    }
}
