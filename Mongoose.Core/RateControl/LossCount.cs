namespace Mongoose.Core.RateControl;

/// <summary>Packets received and lost in one period of a control loop that uses the loss ratio.</summary>
internal struct LossCount
{
    public long Received { get; private set; }
    public long Lost { get; private set; }

    /// <summary>Lost over received packets, as viewers count, at most 1; 0 if nothing arrived.</summary>
    public readonly double LostPerReceived => Received == 0 ? 0 : Math.Min(1, (double)Lost / Received);

    public void Count(in PacketEvent packet)
    {
        if (packet.Verdict.IsNewData)
            Received++;
        Lost += packet.Verdict.Loss.Count;
    }
}
