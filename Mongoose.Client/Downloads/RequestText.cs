using System.Text;

namespace Mongoose.Client.Downloads;

/// <summary>The bytes of a request.</summary>
internal static class RequestText
{
    public static byte[] Of(DownloadRequest request)
    {
        Uri address = request.Address;
        string host = address.HostNameType == UriHostNameType.Dns ? address.IdnHost : address.Host;
        string port = address.IsDefaultPort ? "" : FormattableString.Invariant($":{address.Port}");
        string range = request.Range is { } part ? $"Range: {part}\r\n" : "";
        // The headers that the viewer's HTTP library adds to each request (_httpoprequest.cpp), and the type that each class accepts.
        return Encoding.ASCII.GetBytes(
            $"GET {address.PathAndQuery} HTTP/1.1\r\nHost: {host}{port}\r\nAccept: {Accepted(request.Class)}\r\nConnection: keep-alive\r\n"
            + $"Keep-alive: 300\r\n{range}\r\n");
    }

    private static string Accepted(DownloadClass kind) => kind switch
    {
        DownloadClass.Texture => "image/x-j2c",
        DownloadClass.Mesh or DownloadClass.LargeMesh => "application/vnd.ll.mesh",
        _ => "*/*",
    };
}
