using System.Globalization;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Status.Page;

namespace Mongoose.Core.Status.Http;

/// <summary>Which answer belongs to a path, for every HTTP server of the page. As thread-safe as its parts.</summary>
public sealed class StatusRoutes
{
    /// <summary>The path below which all answers are.</summary>
    public const string Root = "/mongoose";

    private static readonly PageFile Html = PageFile.Read();
    private static readonly Answer Page = new(200, "text/html; charset=utf-8", Html.Body);
    private static readonly Answer Moved = Answer.Text(301, $"See {Root}/", ("Location", $"{Root}/"));

    /// <summary>The headers of every answer.</summary>
    public static IReadOnlyList<(string Name, string Value)> Headers => Html.Headers;

    /// <summary>Gives the data of the page.</summary>
    public required Func<PageRequest, Answer> Data { get; init; }

    /// <summary>Gives an incident as a file, by its number.</summary>
    public required Func<long, Answer> Incident { get; init; }

    /// <summary>Gives the metrics.</summary>
    public required Func<Answer> Metrics { get; init; }

    /// <summary>An answer with data of the page.</summary>
    public static Answer Json(byte[] body) => new(200, "application/json", body);

    /// <summary>An answer with metrics. Scrapers come seldom, so that each has a connection of its own.</summary>
    public static Answer Text(byte[] body) => new(200, PrometheusText.ContentType, body) { KeepsConnection = false };

    /// <summary>The answer to a request.</summary>
    /// <param name="method">The method, such as <c>GET</c>.</param>
    /// <param name="path">The path, without the query.</param>
    /// <param name="query">Returns a value of the query by its name; null if it is not there.</param>
    public Answer Find(string method, string path, Func<string, string?> query)
    {
        Func<Answer>? page = path switch
        {
            Root => () => Moved,
            Root + "/" => () => Page,
            Root + "/data.json" => () => FindData(query),
            Root + "/incident.json" => () => FindIncident(query),
            Root + "/metrics" => Metrics,
            _ => null,
        };
        if (page is null)
            return Answer.Text(404, "There is no such page.");
        return method is "GET" or "HEAD" ? page() : Answer.Text(405, "Only GET and HEAD are allowed.", ("Allow", "GET, HEAD"));
    }

    private Answer FindData(Func<string, string?> query) =>
        TryRead(query("after"), out long? after) && TryRead(query("visitor"), out long? visitor)
            ? Data(new PageRequest(after ?? 0, visitor))
            : Answer.Text(400, "after and visitor must be whole numbers, 0 or more.");

    private Answer FindIncident(Func<string, string?> query) => TryRead(query("id"), out long? asked) && asked is { } number
        ? Incident(number)
        : Answer.Text(400, "id must be the number of an incident.");

    /// <summary>Reads a number of the query; null if it is not there.</summary>
    private static bool TryRead(string? text, out long? value)
    {
        bool isNumber = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number);
        value = isNumber ? number : null;
        return isNumber || text is null;
    }
}
