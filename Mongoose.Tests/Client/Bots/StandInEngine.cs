using System.Numerics;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Bots;

/// <summary>An engine whose sessions do nothing by themselves: a test tells their listeners what it wants.</summary>
internal sealed class StandInEngine : IEngine
{
    public string Name => "standIn";

    public string Version => "0";

    /// <summary>Of all sessions, in the order in which they were opened.</summary>
    public List<ISessionListener> Listeners { get; } = [];

    public IBotSession Open(SessionPlan plan, ISessionListener listener)
    {
        Listeners.Add(listener);
        return new Session();
    }

    /// <summary>Brings a bot into a region.</summary>
    public void Arrive(int bot)
    {
        Listeners[bot].Entering(null, new Destination(0, 0));
        Listeners[bot].Arrived();
    }

    public void Dispose()
    {
    }

    private sealed class Session : IBotSession
    {
        public Duration PingInterval
        {
            set { }
        }

        public AvatarPlace? Place => null;

        public void Begin()
        {
        }

        public void RequestRate(in ThrottleRequest request)
        {
        }

        public void Move(float heading, AgentControls controls)
        {
        }

        public void FetchTextures(bool fetch)
        {
        }

        public void Teleport(Destination destination, Vector3 position)
        {
        }

        public void Leave()
        {
        }

        public void Dispose()
        {
        }
    }
}
