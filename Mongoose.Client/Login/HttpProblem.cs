using System.Net.Sockets;

namespace Mongoose.Client.Login;

/// <summary>Interprets failed requests.</summary>
internal static class HttpProblem
{
    private const string SeeInner = ", see inner exception.";

    /// <summary>Whether there was no connection, or the connection broke before an answer.</summary>
    public static bool IsConnection(HttpRequestException exception) =>
        exception.InnerException is SocketException or IOException { InnerException: SocketException }
        || exception.HttpRequestError is HttpRequestError.NameResolutionError or HttpRequestError.ConnectionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError or HttpRequestError.ResponseEnded;

    /// <summary>The message together with those of the inner exceptions, which are more specific.</summary>
    public static string Text(Exception exception)
    {
        string text = exception.Message;
        for (Exception? cause = exception.InnerException; cause is not null; cause = cause.InnerException)
        {
            if (!text.Contains(cause.Message, StringComparison.Ordinal))
                text = $"{text.Replace(SeeInner, "", StringComparison.Ordinal)}: {cause.Message}";
        }
        return text;
    }
}
