using Mongoose.Client.Login;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>What a session tells. All calls are on its scheduler's thread.</summary>
internal interface ISessionListener
{
    /// <summary>A login has failed and is tried again.</summary>
    void LoginRetried();

    /// <summary>The login succeeded, or a teleport; the region's circuit opens next.</summary>
    /// <param name="features">What the region says of itself; null if it was not asked.</param>
    /// <param name="region">Where it lies; null if that is where the last teleport went.</param>
    /// <returns>The rates to ask for on arrival.</returns>
    ChannelRates Entering(RegionFeatures? features, Destination? region);

    /// <summary>The avatar is in the region.</summary>
    void Arrived();

    /// <summary>A datagram of the current circuit has come, also one that has come before.</summary>
    /// <param name="sequence">Its number; 0 for those outside the numbering.</param>
    /// <param name="isResent">Its resent flag.</param>
    /// <param name="bytes">UDP payload, at least 1.</param>
    /// <param name="at">When.</param>
    void Received(uint sequence, bool isResent, int bytes, Instant at);

    /// <summary>What that datagram carried, if it belongs to a channel.</summary>
    void Carried(Channel channel, int bytes);

    /// <summary>A ping has been answered.</summary>
    void PingAnswered(Duration roundTrip, Instant at);

    /// <summary>The region has acknowledged a request for rates.</summary>
    void RateAcknowledged(uint generation);

    /// <summary>A texture is complete.</summary>
    void TextureCompleted();

    /// <summary>A teleport within the region is done, or one to anywhere has failed.</summary>
    void TeleportEnded(bool succeeded);

    /// <summary>The visit is over and nobody asked for it. Nothing is told after this.</summary>
    void Failed(BotFailure failure, string message);

    /// <summary>The visit is over as asked. Nothing is told after this.</summary>
    void Left();
}
