using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Janus;

/// <summary>Stays in a room: joins, and joins again at growing intervals when Janus or the session is gone.</summary>
/// <param name="local">The address to which Janus shall send the room's mix.</param>
internal sealed class RoomMembership(Uri address, RoomOptions room, UdpAddress local)
{
    private static readonly Duration FirstWait = Duration.FromSeconds(1), MaxWait = Duration.FromSeconds(30);

    /// <summary>Called after each join, with the address at which the room expects audio.</summary>
    public Action<UdpAddress>? Joined { get; init; }

    /// <summary>Called when the place is lost or joining again fails, with the reason and the time until the next attempt.</summary>
    public Action<string, Duration>? Lost { get; init; }

    /// <summary>Runs until it is cancelled, and leaves.</summary>
    /// <exception cref="JanusException">The first join failed.</exception>
    public async Task RunAsync(CancellationToken cancellation)
    {
        Duration wait = FirstWait;
        for (bool wasJoined = false; ;)
        {
            using JanusSession session = new(address, room);
            try
            {
                UdpAddress place = await session.JoinAsync(local, cancellation).ConfigureAwait(false);
                Joined?.Invoke(place);
                (wasJoined, wait) = (true, FirstWait);
                await session.StayAsync(cancellation).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
            {
                return;
            }
            catch (JanusException exception) when (wasJoined)
            {
                Lost?.Invoke(exception.Message, wait);
            }
            finally
            {
                await session.LeaveAsync().ConfigureAwait(false);
            }
            await Task.Delay(TimeSpan.FromMilliseconds(wait.Milliseconds), cancellation)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (cancellation.IsCancellationRequested)
                return;
            wait = Duration.Min(wait * 2, MaxWait);
        }
    }
}
