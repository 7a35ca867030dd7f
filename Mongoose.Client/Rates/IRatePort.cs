using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Rates;

/// <summary>What carries pings and rate requests to a region.</summary>
public interface IRatePort
{
    /// <summary>Between pings, from the next on.</summary>
    Duration PingInterval { set; }

    /// <summary>Asks the region for rates, once: the caller repeats what is not acknowledged.</summary>
    void RequestRate(in ThrottleRequest request);
}
