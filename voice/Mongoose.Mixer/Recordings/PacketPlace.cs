namespace Mongoose.Mixer.Recordings;

/// <summary>Where a packet belongs in a recording.</summary>
/// <param name="Epoch">The source's time stamps began anew as often. Whatever its time, a packet comes after all packets of earlier epochs.</param>
/// <param name="Time">In ticks from the start of the recording.</param>
internal readonly record struct PacketPlace(int Epoch, long Time) : IComparable<PacketPlace>
{
    public int CompareTo(PacketPlace other) => Epoch != other.Epoch ? Epoch.CompareTo(other.Epoch) : Time.CompareTo(other.Time);
}
