using System.Text;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Page;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>Says how it was asked.</summary>
internal sealed class FakeSource : IStatusSource
{
    private int _calls;

    /// <summary>Bytes of padding in the metrics.</summary>
    public int Padding { get; init; }

    public bool IsBroken { get; set; }

    public RefusedRequests Refused { get; } = new();

    public int Calls => _calls;

    public byte[] Data(PageRequest request, bool withNames) =>
        Say($$"""{"after":{{request.After}},"names":{{(withNames ? "true" : "false")}}}""");

    /// <summary>Knows incident 1 alone.</summary>
    public byte[]? Incident(long id, bool withNames) => id == 1 ? Say($$"""{"id":{{id}}}""") : null;

    public byte[] Metrics(bool withNames) => Say($"names {withNames}\n" + new string('#', Padding));

    private byte[] Say(string text)
    {
        Interlocked.Increment(ref _calls);
        return IsBroken ? throw new InvalidOperationException("broken for a test") : Encoding.UTF8.GetBytes(text);
    }
}
