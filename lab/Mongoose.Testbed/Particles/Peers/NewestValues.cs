namespace Mongoose.Testbed.Particles.Peers;

/// <summary>The newest values that wait to be sent, one for each particle, in the order in which the particles began to wait.</summary>
internal sealed class NewestValues(int particles)
{
    private readonly ParticleValue[] _newest = new ParticleValue[particles];
    private readonly bool[] _waits = new bool[particles];
    private readonly Queue<int> _order = new(particles);

    public int Count => _order.Count;

    /// <summary>Adds the value; it replaces an older one of the same particle.</summary>
    public void Set(in ParticleValue value)
    {
        _newest[value.Id] = value;
        if (_waits[value.Id])
            return;
        _waits[value.Id] = true;
        _order.Enqueue(value.Id);
    }

    public bool TryTake(out ParticleValue value)
    {
        value = default;
        if (!_order.TryDequeue(out int id))
            return false;
        _waits[id] = false;
        value = _newest[id];
        return true;
    }
}
