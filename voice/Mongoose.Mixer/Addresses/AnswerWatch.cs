using Mongoose.Core.Units;

namespace Mongoose.Mixer.Addresses;

/// <summary>Says once that nobody answers at an address; again only if somebody has answered in between.</summary>
/// <param name="place">The address, as the user gave it.</param>
/// <param name="say">Takes the line for the user.</param>
internal sealed class AnswerWatch(string place, Action<string> say)
{
    /// <summary>Mixers send every 20 ms. Receivers that only report do so at least every 7.5 s (RFC 3550 section 6.2).</summary>
    public static readonly Duration Patience = Duration.FromSeconds(10);

    private long _answers;
    private Instant? _since;
    private bool _isSaid;

    /// <summary>Call it about every second from the first datagram that is sent.</summary>
    /// <param name="answers">Datagrams that came from the address so far.</param>
    public void Check(long answers, Instant now)
    {
        if (_since is null || answers != _answers)
            (_answers, _since, _isSaid) = (answers, now, false);
        else if (!_isSaid && now - _since >= Patience)
        {
            _isSaid = true;
            say($"nobody answers at {place}: nothing has come from there for {Patience}");
        }
    }
}
