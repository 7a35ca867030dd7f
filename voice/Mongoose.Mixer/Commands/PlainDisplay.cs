using Mongoose.Mixer.Runs;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Commands;

/// <summary>Writes a line for each peer every five seconds, for pipes and logs.</summary>
internal sealed class PlainDisplay(TextWriter text, TextWriter error) : IMixerDisplay
{
    private readonly RegularLines _lines = new();

    public void Update(RunView view)
    {
        if (!_lines.IsDue(view.Elapsed))
            return;
        foreach (PeerSecond peer in view.Peers)
            text.WriteLine($"{view.Progress}: {Line(peer)}");
        text.Flush();
    }

    public void Failed(string fault) => MixerCommand.WriteMessage(error, fault);

    private static string Line(PeerSecond peer)
    {
        PeerState state = peer.State;
        PeerFigures figures = PeerFigures.Of(peer);
        string path = figures.RoundTrip.Length > 0
            ? $", RTT {figures.RoundTrip} ms, queue {figures.Queue} ms, loss events {figures.Loss} %" : "";
        string fair = figures.Fair.Length > 0 ? $", fair {figures.Fair} kbit/s" : "";
        return $"{state.Name} {ResultNames.Of(state.Status)}, heard {state.Heard}, sends {figures.Streams} with {state.Mixed} mixed, "
            + $"sent {figures.Sent} kbit/s, received {figures.Received} kbit/s{path}{fair}";
    }
}
