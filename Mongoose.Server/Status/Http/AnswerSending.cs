using Mongoose.Core.Status.Http;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Gives answers to OpenSim's HTTP server.</summary>
internal static class AnswerSending
{
    /// <summary>
    /// Writes the answer. OpenSim derives Content-Length from the body that it sends, so in an answer to HEAD it is 0.
    /// </summary>
    public static void WriteTo(this Answer answer, IOSHttpResponse response, bool isHead)
    {
        response.StatusCode = answer.Status;
        response.ContentType = answer.ContentType;
        if (answer.Header is { } header)
            response.AddHeader(header.Name, header.Value);
        if (!answer.KeepsConnection)
            response.KeepAlive = false;
        if (!isHead)
            response.RawBuffer = answer.Body;
    }
}
