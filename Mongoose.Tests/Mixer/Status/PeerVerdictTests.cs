using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Status;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>What the page says of a peer's status.</summary>
public sealed class PeerVerdictTests
{
    [Test]
    public void Each_status_of_each_peer_has_a_reason_in_whole_sentences([Values] PeerStatus status, [Values] PeerRole role) =>
        Assert.That(Of(status, role).Reason, Does.Match(@"^[A-Z][^\n]{5,150}[.?]$"));

    [TestCase(PeerStatus.Open, false), TestCase(PeerStatus.Silent, true), TestCase(PeerStatus.Loop, false)]
    [TestCase(PeerStatus.Probing, true), TestCase(PeerStatus.Stopped, true), TestCase(PeerStatus.Incompatible, true)]
    [TestCase(PeerStatus.Failed, true)]
    public void A_mixer_needs_attention_unless_audio_passes_or_another_path_is_used(PeerStatus status, bool isHarmed) =>
        Assert.That(Of(status, PeerRole.Mixer).IsHarmed, Is.EqualTo(isHarmed));

    [TestCase(PeerStatus.Open, false), TestCase(PeerStatus.Silent, false), TestCase(PeerStatus.Loop, true)]
    [TestCase(PeerStatus.Probing, true), TestCase(PeerStatus.Stopped, true), TestCase(PeerStatus.Failed, true)]
    public void A_client_may_be_silent(PeerStatus status, bool isHarmed) =>
        Assert.That(Of(status, PeerRole.Client).IsHarmed, Is.EqualTo(isHarmed));

    [Test]
    public void A_silent_mixer_is_looked_for_at_its_port() =>
        Assert.That(Of(PeerStatus.Silent, PeerRole.Mixer).Reason, Does.Contain("UDP port 5004"));

    [Test]
    public void A_client_that_never_spoke_has_no_address_and_one_with_an_address_is_sent_audio()
    {
        Assert.That(Of(PeerStatus.Silent, PeerRole.Client).Reason, Does.Contain("does not know where to send"));
        Assert.That(Of(PeerStatus.Silent, PeerRole.Client, "127.0.0.1:9").Reason, Does.Contain("is sent audio"));
    }

    [Test]
    public void An_open_peer_says_how_its_voices_are_sent()
    {
        PeerState state = StatusRig.Open("south");
        Assert.That(PeerVerdict.Of(state, Settings(PeerRole.Mixer)).Reason,
            Is.EqualTo("Audio passes: 1 alone and 2 mixed, as its line and its settings allow."));
        Assert.That(PeerVerdict.Of(state with { IsRendered = true }, Settings(PeerRole.Client)).Reason, Is.EqualTo("Audio passes."));
    }

    private static PeerVerdict Of(PeerStatus status, PeerRole role, string? address = null) =>
        PeerVerdict.Of(new PeerState { Status = status, Role = role }, Settings(role, address));

    private static PeerSettings Settings(PeerRole role, string? address = null) =>
        new() { Port = 5004, Address = address, Options = new PeerOptions { Name = "south", Role = role } };
}
