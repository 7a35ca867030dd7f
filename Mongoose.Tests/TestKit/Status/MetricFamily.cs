namespace Mongoose.TestKit.Status;

/// <summary>All samples of one metric.</summary>
/// <param name="name">Its name, without the suffixes of a histogram's samples.</param>
/// <param name="help">The text of its HELP line, as written.</param>
internal sealed class MetricFamily(string name, string help)
{
    private static readonly string[] HistogramSuffixes = ["_bucket", "_sum", "_count"];

    private readonly List<MetricSample> _samples = [];

    public string Name => name;

    public string Help => help;

    /// <summary>counter, gauge or histogram; empty before the TYPE line.</summary>
    public string Type { get; set; } = "";

    public IReadOnlyList<MetricSample> Samples => _samples;

    public void Add(MetricSample sample) => _samples.Add(sample);

    /// <summary>Whether samples of this name belong here.</summary>
    public bool Has(string sample) => Type == "histogram" ? HistogramSuffixes.Any(suffix => sample == Name + suffix) : sample == Name;
}
