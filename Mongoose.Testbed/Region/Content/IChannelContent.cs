namespace Mongoose.Testbed.Region.Content;

/// <summary>Data of one channel that waits to be made into packets, so that what leaves is as fresh as it can be.</summary>
internal interface IChannelContent
{
    /// <summary>Whether <see cref="TryMakePacket"/> would make one.</summary>
    bool HasReady { get; }

    /// <summary>Queues the next packet on the viewer's circuit; false if nothing is ready.</summary>
    /// <param name="estimate">Its size by OpenSim's rule of thumb, in bytes.</param>
    bool TryMakePacket(out int estimate);
}
