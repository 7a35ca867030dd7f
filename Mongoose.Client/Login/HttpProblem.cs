using System.Net.Sockets;

namespace Mongoose.Client.Login;

/// <summary>What a failed request means.</summary>
internal static class HttpProblem
{
    private const string SeeInner = ", see inner exception.";

    /// <summary>Whether there was no connection, or it broke: nothing was answered.</summary>
    public static bool IsConnection(HttpRequestException exception) => exception.InnerException is SocketException || exception.HttpRequestError
        is HttpRequestError.NameResolutionError or HttpRequestError.ConnectionError or HttpRequestError.SecureConnectionError
        or HttpRequestError.ProxyTunnelError or HttpRequestError.ResponseEnded;

    /// <summary>The message with those of the exceptions that caused it, which say more.</summary>
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
