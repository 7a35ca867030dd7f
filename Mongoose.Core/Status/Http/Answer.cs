using System.Text;

namespace Mongoose.Core.Status.Http;

/// <summary>An answer to a request, without the headers that every answer has.</summary>
/// <param name="Status">The HTTP status code.</param>
/// <param name="ContentType">The type of the body.</param>
/// <param name="Body">The body; it is sent as it is and may be shared between answers.</param>
/// <param name="Header">A further header; null for none.</param>
public sealed record Answer(int Status, string ContentType, byte[] Body, (string Name, string Value)? Header = null)
{
    /// <summary>Asks for a password. Browsers then show a dialog.</summary>
    public static readonly Answer Unauthorized =
        Text(401, "The password is missing or wrong.", ("WWW-Authenticate", "Basic realm=\"Mongoose\""));

    /// <summary>Whether the connection may stay open for another request.</summary>
    public bool KeepsConnection { get; init; } = true;

    /// <summary>An answer of one line of text.</summary>
    public static Answer Text(int status, string text, (string Name, string Value)? header = null) =>
        new(status, "text/plain; charset=utf-8", Encoding.UTF8.GetBytes(text + "\n"), header);
}
