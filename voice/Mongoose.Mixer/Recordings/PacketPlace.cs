namespace Mongoose.Mixer.Recordings;

/// <summary>The position of a packet in a recording.</summary>
/// <param name="Epoch">
/// The number of the epoch (<see cref="Timeline"/>), from 1. Whatever its time, a packet comes after all packets of earlier epochs.
/// </param>
/// <param name="Time">In ticks from the start of the recording.</param>
internal readonly record struct PacketPlace(int Epoch, long Time) : IComparable<PacketPlace>
{
    public int CompareTo(PacketPlace other) => Epoch != other.Epoch ? Epoch.CompareTo(other.Epoch) : Time.CompareTo(other.Time);
}
