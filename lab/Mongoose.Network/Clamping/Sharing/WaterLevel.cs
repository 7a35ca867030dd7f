namespace Mongoose.Network.Clamping.Sharing;

/// <summary>
/// Max-min fair division: the level L at which the members together take the capacity, if each takes the smaller of L and its need. It
/// allocates only while the number of members grows.
/// </summary>
internal sealed class WaterLevel
{
    private readonly List<double> _needs = [];

    /// <summary>Forgets the members.</summary>
    public void Clear() => _needs.Clear();

    /// <summary>Adds a member.</summary>
    /// <param name="need">Zero or more; infinite for a member that would use everything.</param>
    public void Add(double need) => _needs.Add(need);

    /// <summary>The level, in the unit of the needs; infinite if the capacity meets all needs, or without members.</summary>
    public double Find(double capacity)
    {
        _needs.Sort();
        double rest = capacity;
        for (int i = 0; i < _needs.Count; i++)
        {
            double level = rest / (_needs.Count - i);
            if (_needs[i] > level)
                return level;
            rest -= _needs[i];
        }
        return double.PositiveInfinity;
    }
}
