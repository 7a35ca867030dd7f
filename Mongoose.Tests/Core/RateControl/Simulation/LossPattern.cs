namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>Which packets a path loses by itself, whatever its load: the ratio may change while it runs.</summary>
internal sealed class LossPattern(double ratio, bool isRandom, int seed)
{
    private readonly Random _random = new(seed);
    // The phase of a deterministic pattern is the seed's.
    private double _owed = new Random(seed).NextDouble();

    public double Ratio { get; set; } = ratio;

    public bool LosesNext()
    {
        if (isRandom)
            return _random.NextDouble() < Ratio;
        _owed += Ratio;
        if (_owed < 1)
            return false;
        _owed -= 1;
        return true;
    }
}
