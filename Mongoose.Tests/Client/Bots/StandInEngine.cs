using System.Numerics;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;

namespace Mongoose.Tests.Client.Bots;

/// <summary>An engine whose sessions do nothing on their own: a test calls their listeners.</summary>
internal sealed class StandInEngine : IEngine
{
    public string Version => "0";

    /// <summary>The listeners of all sessions, in the order in which they were opened.</summary>
    public List<ISessionListener> Listeners { get; } = [];

    /// <summary>The sessions' figures.</summary>
    public List<SessionFigures> Figures { get; } = [];

    public IBotSession Open(SessionPlan plan, ISessionListener listener)
    {
        Session session = new();
        Listeners.Add(listener);
        Figures.Add(session.Figures);
        return session;
    }

    /// <summary>Brings a bot into a region.</summary>
    public void Arrive(int bot)
    {
        Listeners[bot].Entering(new Destination(0, 0));
        Listeners[bot].Arrived();
    }

    public void Dispose()
    {
    }

    private sealed class Session : IBotSession
    {
        public SessionFigures Figures { get; } = new();

        public AvatarPlace? Place => null;

        public void Begin()
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
