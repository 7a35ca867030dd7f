using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Commands;

/// <summary>A peer's figures as text; empty if not measured.</summary>
/// <param name="Streams">Streams sent: those with one voice, and the mix.</param>
/// <param name="RoundTrip">In ms.</param>
/// <param name="Queue">The delay in queues, in ms.</param>
/// <param name="Loss">The loss event rate p, in percent.</param>
/// <param name="Fair">The rate of a TCP on this path, in kbit/s.</param>
/// <param name="Sent">In kbit/s.</param>
/// <param name="Received">In kbit/s.</param>
internal sealed record PeerFigures(string Streams, string RoundTrip, string Queue, string Loss, string Fair, string Sent, string Received)
{
    public static PeerFigures Of(PeerSecond peer)
    {
        PeerState state = peer.State;
        bool isMeasured = state.Mixing.RoundTrip > Duration.Zero;
        return new PeerFigures(
            state.Mixed > 0 ? $"{state.Alone} + mix" : $"{state.Alone}",
            isMeasured ? Number(state.Mixing.RoundTrip.Milliseconds, "0.0") : "",
            isMeasured ? Number(state.Mixing.Queueing.Milliseconds, "0.0") : "",
            isMeasured ? Number(state.Mixing.LossEventRate * 100, "0.00") : "",
            isMeasured && state.Mixing.FairRate != DataRate.MaxValue ? Number(state.Mixing.FairRate.KilobitsPerSecond, "0") : "",
            Number(peer.Sent.KilobitsPerSecond, "0"),
            Number(peer.Received.KilobitsPerSecond, "0"));
    }

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
