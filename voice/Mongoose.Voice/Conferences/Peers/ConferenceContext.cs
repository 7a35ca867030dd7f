using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>The state that the peers of a conference share.</summary>
internal sealed class ConferenceContext
{
    public ConferenceContext(ConferenceOptions options, IEnumerable<string> peers, PeerSender send)
    {
        (Frame, Send) = (options.Frame, send);
        Ids = new SourceIds(options.Seed);
        (Self, Run) = (Ids.Draw(), Ids.Draw());
        Sources = new SourceTable(Frame, Ids, options.Decoder);
        People = new People(options.Sources, peers);
        Tree = new SpanningTree(Self);
    }

    public Duration Frame { get; }

    public PeerSender Send { get; }

    /// <summary>This mixer's id, which is also the SSRC of its trunks and reports.</summary>
    public uint Self { get; }

    /// <summary>Changes with each start.</summary>
    public uint Run { get; }

    public SourceIds Ids { get; }

    public SourceTable Sources { get; }

    public People People { get; }

    public SpanningTree Tree { get; }

    /// <summary>The number of the frame.</summary>
    public long FrameNumber { get; set; }

    /// <summary>Whether hellos to all neighbours are due: once a second, for a new neighbour, and when their content changes.</summary>
    public bool AreHellosDue { get; set; }

    /// <summary>Whether a decision depends on loudness, so that sources without a level in their packets are decoded.</summary>
    public bool NeedsLevels { get; set; }

    /// <summary>The hello for the neighbour on a link.</summary>
    public Hello Hello(int link) =>
        new(Self, Tree.Position.Root, Tree.Position.Cost, Run, (byte)Frame.Milliseconds, Tree.Refuses(link));

    /// <summary>The frame's time in ticks of a clock; it wraps.</summary>
    public uint Timestamp(int clockRate) => unchecked((uint)(FrameNumber * (long)SampleRates.SamplesIn(Frame, clockRate)));
}
