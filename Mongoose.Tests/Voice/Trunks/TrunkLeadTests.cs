using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Trunks;

public sealed class TrunkLeadTests
{
    private static readonly TrunkLead[] All =
        [.. Enumerable.Range(0, TrunkLead.MaxTrunks + 1)
        .SelectMany(trunks => Enumerable.Range(0, trunks + 1).Select(opus => new TrunkLead(trunks, opus)))];

    [Test]
    public void Codes_are_the_numbers_from_0_and_come_back()
    {
        Assert.That(All.Select(lead => lead.Code), Is.EqualTo(Enumerable.Range(0, All.Length)));
        Assert.That(All.Select(lead => TrunkLead.Of(lead.Code)), Is.EqualTo(All));
        Assert.That(TrunkLead.Of(All.Length).IsValid, Is.False);
    }

    /// <summary>14 samples at 8 kHz are 1.75 ms.</summary>
    [Test]
    public void Each_trunk_converts_and_one_of_Opus_also_encodes()
    {
        TrunkLead lead = default(TrunkLead).AfterTrunk(AudioFormat.Pcmu).AfterTrunk(AudioFormat.Opus);
        Assert.That(lead, Is.EqualTo(new TrunkLead(2, 1)));
        Assert.That(lead.Time, Is.EqualTo(Duration.FromMilliseconds(2 * 1.75 + 6.5)));
    }

    [Test]
    public void Behind_the_most_trunks_it_stays()
    {
        TrunkLead most = new(TrunkLead.MaxTrunks, 1);
        Assert.That(most.AfterTrunk(AudioFormat.Opus), Is.EqualTo(most));
    }
}
