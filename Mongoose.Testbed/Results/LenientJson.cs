using System.Text.Json;

namespace Mongoose.Testbed.Results;

/// <summary>JSON written by hand.</summary>
internal static class LenientJson
{
    /// <summary>Comments and trailing commas are allowed.</summary>
    public static readonly JsonDocumentOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
}
