using Mongoose.Core.Units;
using Mongoose.Network.Clamping;

namespace Mongoose.Testbed.Gateways;

/// <summary>The clamp of a gateway, and the time for which it released its flows. Runs on the link's thread.</summary>
internal sealed class GatewayClamp(WindowClamp clamp, Instant start)
{
    /// <summary>The interval at which the state should be sampled.</summary>
    public static readonly Duration SampleInterval = Duration.FromMilliseconds(100);

    private readonly ReleaseMeter _released = new(start);

    /// <summary>Notes the state now.</summary>
    public void Sample(Instant now) => _released.Sample(clamp.Released, now);

    /// <summary>Returns the current state, and for how long the flows were released since the previous call.</summary>
    public ClampPeriod Take(Instant now)
    {
        Sample(now);
        return new ClampPeriod(clamp.Read(now), _released.Take());
    }
}
