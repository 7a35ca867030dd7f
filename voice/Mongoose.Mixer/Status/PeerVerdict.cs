using Mongoose.Mixer.Settings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Status;

/// <summary>What a peer's status means for an operator.</summary>
/// <param name="IsHarmed">Whether somebody has to do something about it.</param>
/// <param name="Reason">What it is, and what helps.</param>
internal readonly record struct PeerVerdict(bool IsHarmed, string Reason)
{
    public static PeerVerdict Of(in PeerState state, PeerSettings settings)
    {
        bool isMixer = settings.Options.Role == PeerRole.Mixer;
        return state.Status switch
        {
            PeerStatus.Open => new(false, Passing(state)),
            PeerStatus.Silent when isMixer => new(true,
                $"Nothing comes from it. Does it run, and do its datagrams reach UDP port {settings.Port} of this host?"),
            PeerStatus.Silent when settings.Address is null && state.SentBytes == 0 => new(false,
                "Nothing has come from it yet, so the mixer does not know where to send."),
            PeerStatus.Silent => new(false, "It sends nothing. A program that only listens is silent too, and is sent audio all the same."),
            PeerStatus.Loop when isMixer => new(false, "Not in use, because another path leads there. It takes over if that one fails."),
            PeerStatus.Loop => new(true, "It sends back what the mixer sends, so its voice is refused."),
            PeerStatus.Probing => new(true, "Its line carries no stream now. A probe is sent once a second until it does."),
            PeerStatus.Stopped => new(true,
                "The circuit breaker has stopped sending, because little of it arrived. It tries again after 30 s and longer."),
            PeerStatus.Incompatible => new(true, "It has frames of another length (frameMs), or another version of mongoose-mixer."),
            PeerStatus.Failed => new(true, "An error has stopped this peer. Other peers continue. The mixer’s messages have the error."),
            _ => throw new ArgumentOutOfRangeException(nameof(state), state.Status, null),
        };
    }

    private static string Passing(in PeerState state) => state.Mixed == 0 || state.IsRendered ? "Audio passes."
        : $"Audio passes: {state.Alone} alone and {state.Mixed} mixed, as its line and its settings allow.";
}
