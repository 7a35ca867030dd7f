namespace Mongoose.Testbed.Region.Content;

/// <summary>Pending data of one channel. It is made into packets as late as possible, so that sent data is fresh.</summary>
internal interface IChannelContent
{
    /// <summary>Whether <see cref="TryMakePacket"/> would make a packet.</summary>
    bool HasReady { get; }

    /// <summary>Queues the next packet on the viewer's circuit; returns false if nothing is ready.</summary>
    /// <param name="estimate">OpenSim's estimate of its size in bytes.</param>
    bool TryMakePacket(out int estimate);
}
