using Mongoose.Client.Viewers;
using Mongoose.Testbed;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Status;

namespace Mongoose.Tests.OpenSim;

/// <summary>The page of a real region in a real browser.</summary>
[Category("Chromium")]
public sealed class StatusPageInRegionTests : ModuleFixture
{
    private const string Password = "open-sesame";

    private readonly int _port = FreePort.OfTcp();

    protected override string Settings => $"StatusPort = {_port}\nStatusPassword = {Password}";

    [Test]
    public async Task A_reader_with_the_password_sees_each_visitor_by_name()
    {
        using Chromium chromium = await Chromium.Start();
        BrowserPage page = chromium.Page;
        string[] names = [Arrive(), Arrive()];
        Uri address = StatusHttp.AddressOf(_port);
        // As in a bookmark with the password.
        await page.Show(new UriBuilder(address) { UserName = "operator", Password = Password }.Uri);
        foreach (string name in names)
            await page.Until($"document.body.innerText.includes('{name}')");
        await page.Until("document.body.innerText.includes('Testbed')");
        await Task.Delay(TimeSpan.FromSeconds(5));
        Assert.That(page.Complaints, Is.Empty);
        Assert.That(page.Requests.Count(request => request.Contains("data.json", StringComparison.Ordinal)), Is.GreaterThanOrEqualTo(2), "it is updated");
        Assert.That(page.Requests.Select(WithoutUser), Is.All.StartsWith(address.AbsoluteUri));
    }

    /// <summary>The address without the password that the first one has.</summary>
    private static string WithoutUser(string address) => new Uri(address).GetComponents(UriComponents.HttpRequestUrl, UriFormat.UriEscaped);

    /// <summary>A visitor arrives; returns the name.</summary>
    private string Arrive()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1), Textures = Textures(), RepeatTextures = true });
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        return $"{user.First} {user.Last}";
    }
}
