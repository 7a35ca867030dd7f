using Mongoose.Testbed.Reports.Plots;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Reports.Plots;

public sealed class NamesTests
{
    [TestCase("*", "", true)]
    [TestCase("*.goodputKbps", "reno.goodputKbps", true)]
    [TestCase("*.goodputKbps", "reno.goodputKbpsMean", false)]
    [TestCase("reno*", "reno", true)]
    [TestCase("a*b*a", "aba", true)]
    [TestCase("ab*ba", "aba", false)]
    [TestCase("a*c*b", "axcxb", true)]
    [TestCase("reno", "Reno", false)]
    [TestCase("a.c", "abc", false)]
    public void A_pattern_matches_with_stars_for_any_text(string pattern, string name, bool expected) =>
        Assert.That(NamePattern.Matches(pattern, name), Is.EqualTo(expected));

    [TestCase("reno.goodputKbps cubic.goodputKbps", "reno cubic")]
    [TestCase("link.down.dropped link.down.marked", "dropped marked")]
    [TestCase("a:reno.x b:reno.x", "a:reno b:reno")]
    [TestCase("reno.x cubic.y", "reno.x cubic.y")]
    [TestCase("reno.x", "reno.x")]
    [TestCase("jain utilisation", "jain utilisation")]
    public void Names_lose_their_common_parts(string names, string expected) =>
        Assert.That(string.Join(' ', ShortNames.From(names.Split(' '))), Is.EqualTo(expected));
}
