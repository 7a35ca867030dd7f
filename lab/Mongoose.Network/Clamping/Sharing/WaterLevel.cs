namespace Mongoose.Network.Clamping.Sharing;

/// <summary>
/// Max-min fair division: the level L at which the members together take the capacity, if each takes the smaller of L and its need. It
/// allocates only while the number of members grows.
/// </summary>
internal sealed class WaterLevel
{
    private double[] _needs = new double[16];
    private int _count;

    /// <summary>Forgets the members.</summary>
    public void Clear() => _count = 0;

    /// <summary>Adds a member.</summary>
    /// <param name="need">Zero or more; infinite for a member that would use everything.</param>
    public void Add(double need)
    {
        if (_count == _needs.Length)
            Array.Resize(ref _needs, 2 * _count);
        _needs[_count++] = need;
    }

    /// <summary>The level, in the unit of the needs; infinite if the capacity meets all needs, or without members.</summary>
    public double Find(double capacity)
    {
        Array.Sort(_needs, 0, _count);
        double rest = capacity;
        for (int i = 0; i < _count; i++)
        {
            double level = rest / (_count - i);
            if (_needs[i] > level)
                return level;
            rest -= _needs[i];
        }
        return double.PositiveInfinity;
    }
}
