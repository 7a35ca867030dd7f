using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Acknowledgment;

/// <summary>
/// The payload packets whose fate is not known. Their ids are consecutive. A vector is applied by walking the packets in flight beside the
/// vector's commands, so its cost is bounded by both and not by the ids that the vector claims.
/// </summary>
/// <typeparam name="TContent">What the packets contain.</typeparam>
public sealed class InFlightPackets<TContent>
    where TContent : class
{
    /// <summary>The most packets between the oldest undecided and the newest.</summary>
    public const int Capacity = 2048;

    private readonly PacketInFlight<TContent>[] _packets = new PacketInFlight<TContent>[Capacity];
    private long _oldest;

    /// <param name="before">The id before the first packet's.</param>
    public InFlightPackets(uint before) => _oldest = NextId = (1L << 32) + before + 1;

    /// <summary>The next packet's id, extended to 64 bits.</summary>
    public long NextId { get; private set; }

    /// <summary>Packets whose fate is not known.</summary>
    public int Count { get; private set; }

    /// <summary>The bytes of these packets.</summary>
    public long Bytes { get; private set; }

    /// <summary>Whether no further packet fits before the oldest is decided.</summary>
    public bool IsFull => NextId - _oldest >= Capacity;

    /// <summary>The packets and commands that <see cref="Apply"/> has visited so far: its cost.</summary>
    public long Steps { get; private set; }

    /// <summary>The oldest undecided packet. Only valid if <see cref="Count"/> is positive.</summary>
    public ref readonly PacketInFlight<TContent> Oldest => ref At(_oldest);

    /// <summary>Adds a packet with the id <see cref="NextId"/>. The caller checks <see cref="IsFull"/>.</summary>
    public void Add(in PacketInFlight<TContent> packet)
    {
        At(NextId++) = packet;
        Count++;
        Bytes += packet.Bytes;
    }

    /// <summary>Applies a vector that <see cref="Verdict.Check"/> has accepted.</summary>
    /// <param name="vector">Runs of verdicts; ids before the first and after the last are left as they are.</param>
    /// <param name="fates">Learns the fate of every packet that the vector decides.</param>
    /// <returns><see cref="VerseError.AcknowledgesUnsent"/> if the last id was never sent; then nothing changes.</returns>
    public VerseError Apply(ReadOnlySpan<Verdict> vector, IFates<TContent> fates)
    {
        long newest = NextId - 1;
        long last = Serial.Extend(vector[^1].Id, newest);
        if (last > newest)
            return VerseError.AcknowledgesUnsent;
        int run = 0;
        long first = last - Serial.Distance(vector[^1].Id, vector[0].Id);
        for (long id = Math.Max(_oldest, first); id <= last; id++)
        {
            Steps++;
            for (; run + 1 < vector.Length && Serial.Distance(unchecked((uint)id), vector[run + 1].Id) >= 0; run++)
                Steps++;
            Decide(id, vector[run].IsAck, fates);
        }
        Advance();
        return VerseError.None;
    }

    /// <summary>Decides that the oldest packet is lost. Only valid if <see cref="Count"/> is positive.</summary>
    public void LoseOldest(IFates<TContent> fates)
    {
        Decide(_oldest, isAck: false, fates);
        Advance();
    }

    private void Decide(long id, bool isAck, IFates<TContent> fates)
    {
        ref PacketInFlight<TContent> packet = ref At(id);
        if (packet.IsDecided)
            return;
        packet.IsDecided = true;
        Count--;
        Bytes -= packet.Bytes;
        if (isAck)
            fates.OnAcked(id, packet);
        else
            fates.OnLost(id, packet);
        packet.Content = null;
    }

    private void Advance()
    {
        while (_oldest < NextId && At(_oldest).IsDecided)
            _oldest++;
    }

    private ref PacketInFlight<TContent> At(long id) => ref _packets[id % Capacity];
}
