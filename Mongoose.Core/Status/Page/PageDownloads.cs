namespace Mongoose.Core.Status.Page;

/// <summary>The downloads by HTTP of all visitors.</summary>
public sealed record PageDownloads
{
    /// <summary>Why they are not paced; null if they are.</summary>
    public string? WhyUnpaced { get; init; }

    /// <summary>The number of visitors who download.</summary>
    public int Visitors { get; init; }

    /// <summary>The rate at which the downloads arrive, in kbit/s.</summary>
    public double Kbps { get; init; }

    /// <summary>The capabilities that other servers serve.</summary>
    public IReadOnlyList<string> Elsewhere { get; init; } = [];

    /// <summary>Downloads that were sent unpaced, because something had failed.</summary>
    public long Unpaced { get; init; }
}
