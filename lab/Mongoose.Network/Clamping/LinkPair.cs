using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Clamping;

/// <summary>The links of both directions between two points, each with a clamp if its options ask for one.</summary>
public sealed class LinkPair
{
    /// <param name="scheduler">The clock of the links.</param>
    /// <param name="options">The links and their clamps.</param>
    /// <param name="isOpaque">
    /// Flows whose header no clamp can read, as with QUIC; null: none. It is called for every TCP packet, in either direction.
    /// </param>
    /// <exception cref="ArgumentException">An option of a link is invalid; the message names it.</exception>
    public LinkPair(IScheduler scheduler, LinkPairOptions options, Func<FlowKey, bool>? isOpaque = null)
    {
        (Down, Up) = (new Link(scheduler, options.Down), new Link(scheduler, options.Up));
        DownClamp = NewClamp(Down, options.DownClamp);
        UpClamp = NewClamp(Up, options.UpClamp);

        LinkClamp? NewClamp(Link link, ClampOptions? clamp) => clamp is null ? null : new LinkClamp(scheduler, link, clamp, isOpaque);
    }

    public Link Down { get; }

    public Link Up { get; }

    /// <summary>The clamp of flows whose data travels down; null if there is none.</summary>
    public LinkClamp? DownClamp { get; }

    /// <summary>The clamp of flows whose data travels up; null if there is none.</summary>
    public LinkClamp? UpClamp { get; }

    /// <summary>The hops of a packet on its way down, in order; for <see cref="LinkHop.Through"/>.</summary>
    public IEnumerable<IPacketReceiver> WayDown => Way(DownClamp, Down, UpClamp);

    /// <summary>The hops of a packet on its way up, in order.</summary>
    public IEnumerable<IPacketReceiver> WayUp => Way(UpClamp, Up, DownClamp);

    private static IEnumerable<IPacketReceiver> Way(LinkClamp? ofData, Link link, LinkClamp? ofAcks) =>
        new[] { ofData?.Data, link, ofAcks?.Acks }.OfType<IPacketReceiver>();
}

/// <summary>The options of a <see cref="LinkPair"/>.</summary>
public sealed record LinkPairOptions
{
    /// <summary>The direction from the server to the client.</summary>
    public LinkOptions Down { get; init; } = new();

    /// <summary>The direction from the client to the server.</summary>
    public LinkOptions Up { get; init; } = new();

    /// <summary>The clamp of flows whose data travels down; null: none.</summary>
    public ClampOptions? DownClamp { get; init; }

    /// <summary>The clamp of flows whose data travels up; null: none.</summary>
    public ClampOptions? UpClamp { get; init; }
}
