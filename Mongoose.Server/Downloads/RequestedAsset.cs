using System.Collections.Specialized;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>The asset that a request asks for.</summary>
internal static class RequestedAsset
{
    /// <summary>The asset that the query names, as in texture_id=, mesh_id= or sound_id=; empty if it names none.</summary>
    public static Guid Of(IHttpRequest request)
    {
        NameValueCollection query = request.QueryString;
        foreach (string? key in query.AllKeys)
        {
            if (key?.EndsWith("_id", StringComparison.Ordinal) == true && Guid.TryParse(query[key], out Guid id))
                return id;
        }
        return Guid.Empty;
    }
}
