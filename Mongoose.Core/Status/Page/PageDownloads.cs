namespace Mongoose.Core.Status.Page;

/// <summary>The downloads by HTTP of all visitors.</summary>
/// <param name="WhyUnpaced">Why they are not paced; null if they are.</param>
/// <param name="Visitors">The number of visitors who download.</param>
/// <param name="Kbps">The rate at which the downloads arrive, in kbit/s.</param>
/// <param name="Elsewhere">The capabilities that other servers serve.</param>
/// <param name="Unpaced">Downloads that were sent unpaced, because something had failed.</param>
public sealed record PageDownloads(string? WhyUnpaced, int Visitors, double Kbps, IReadOnlyList<string> Elsewhere, long Unpaced);
