using System.Numerics;
using Mongoose.Client.Login;
using Mongoose.Client.Runtime;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Tests.OpenSim;

namespace Mongoose.Tests.Client.Sessions;

/// <summary>Sessions of the real library without a grid: it answers with exceptions of its own.</summary>
[Category("LibreMetaverse")]
public sealed class LibreMetaverseSessionTests
{
    [Test]
    public void A_teleport_and_a_logout_of_a_session_that_is_nowhere_come_to_an_end()
    {
        Engines.Require(LibreMetaverseEngine.EngineName);
        using RealTimeLoop loop = new("bots");
        using Mailbox mailbox = new(loop);
        using LibreMetaverseEngine engine = new(LibreMetaverseFolder.Find(LibreMetaverseFolder.DefaultDirectory)!, loop, mailbox, TimeSpan.FromSeconds(5));
        Listener listener = new();
        SessionPlan plan = new(new LoginRequest(new Uri("http://127.0.0.1:9/"), "Test", "Bot", "secret"));
        IBotSession session = loop.Invoke(() => engine.Open(plan, listener));
        loop.Invoke(() => session.Teleport(new Destination(256_000, 256_000), new Vector3(128, 128, 25)));
        Assert.That(() => loop.Invoke(() => listener.Teleports.ToArray()), Is.EqualTo(new[] { false }).After(5_000, 20));
        loop.Invoke(session.Leave);
        Assert.That(() => loop.Invoke(() => listener.HasLeft), Is.True.After(5_000, 20));
        loop.Invoke(session.Dispose);
    }

    private sealed class Listener : ISessionListener
    {
        public List<bool> Teleports { get; } = [];

        public bool HasLeft { get; private set; }

        public ChannelRates Entering(RegionFeatures? features, Destination? region) => default;

        public void Arrived()
        {
        }

        public void Received(uint sequence, bool isResent, int bytes, Instant at)
        {
        }

        public void Carried(Channel channel, int bytes)
        {
        }

        public void PingAnswered(Duration roundTrip, Instant at)
        {
        }

        public void RateAcknowledged(uint generation)
        {
        }

        public void TextureCompleted()
        {
        }

        public void TeleportEnded(bool succeeded) => Teleports.Add(succeeded);

        public void Failed(BotFailure failure, string message)
        {
        }

        public void Left() => HasLeft = true;
    }
}
