using System.Text.Json;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>A mixer's page in a real browser, from the mixer's own server.</summary>
[Category("Chromium")]
[NonParallelizable] // A browser beside other tests is slow enough to fail them.
public sealed class PeersPageTests
{
    private const string Hostile = "<img src=x onerror=alert(1)>\"\\";

    [Test]
    public async Task It_shows_the_peers_and_nothing_of_regions_at_any_width([Values(390, 1400)] int width, [Values] bool dark)
    {
        using Chromium chromium = await Chromium.Start();
        BrowserPage page = chromium.Page;
        using StatusRig rig = new("", StatusRig.Open("south"),
            StatusRig.Open(Hostile, PeerRole.Client) with { IsRendered = true, Status = PeerStatus.Stopped });
        await rig.Pass();
        await Show(page, rig, width, dark);
        Assert.That(await page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
        Assert.That(await page.Evaluate<bool>("[...document.querySelectorAll('.of-simulator')].every(one => !one.checkVisibility())"));
        Assert.That(await page.Evaluate<bool>("byId('process-stats').checkVisibility()"));
        Assert.That(await Texts(page, "#peers .name"), Is.EqualTo($"south | {Hostile}"));
        Assert.That(await Texts(page, "#peers .state"), Is.EqualTo("open | stopped"));
        Assert.That(await Texts(page, "#peers .harm .reason"), Does.StartWith("The circuit breaker has stopped sending"));
        Assert.That(await page.Evaluate<int>("document.querySelectorAll('img').length"), Is.Zero);
        Assert.That(await page.Evaluate<string>("document.title"), Does.StartWith("(1) "));
        Assert.That(page.Complaints, Is.Empty);
    }

    [Test]
    public async Task A_peer_has_its_figures_and_its_charts_grow_with_each_second()
    {
        using Chromium chromium = await Chromium.Start();
        BrowserPage page = chromium.Page;
        using StatusRig rig = new("", StatusRig.Open("south"));
        await rig.Pass();
        await Show(page, rig);
        string stats = (await page.Text("#peers .stats")).ReplaceLineEndings(" ").Replace('\u00a0', ' ');
        Assert.That(stats, Does.StartWith("Alone 1 Mixed 2 Streams allowed 4 Heard from it 1 Round trip 70 ms Queue 20 ms Loss events 1 % "
            + "Fair rate 400 kbit/s Decided by losses Sent 100 kbit/s Received 50 kbit/s"));
        rig.Peers = [rig.Peers[0] with { Alone = 7 }];
        await rig.Pass();
        await page.Until("document.querySelector('#peers .chart-values').textContent.startsWith('alone 7')");
        Assert.That(await page.Evaluate<string>("document.querySelector('#peers .highest').textContent"), Is.EqualTo("at most 7 · 2"));
    }

    [Test]
    public async Task A_mixer_that_does_not_answer_is_named()
    {
        using Chromium chromium = await Chromium.Start();
        BrowserPage page = chromium.Page;
        using (StatusRig rig = new("", StatusRig.Open("south")))
        {
            await rig.Pass();
            await Show(page, rig);
        }
        await page.Until("!document.getElementById('banner').hidden");
        Assert.That(await page.Text("#banner"), Does.EndWith("Does the mixer run?"));
    }

    private static async Task Show(BrowserPage page, StatusRig rig, int width = 1400, bool dark = false)
    {
        await page.Show(rig.Address, width, dark);
        await page.Until("data !== null && document.querySelector('#peers .reason')?.textContent");
    }

    private static Task<string> Texts(BrowserPage page, string selector) => page.Evaluate<string>(
        $"[...document.querySelectorAll({JsonSerializer.Serialize(selector)})].map(one => one.innerText).join(' | ')");
}
