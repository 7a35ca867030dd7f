namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The status page in a real browser, under the content security policy that its server sends, with made up figures.</summary>
[Category("Chromium")]
[NonParallelizable] // A browser beside other tests is slow enough to fail them.
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public abstract class PageFixture
{
    /// <summary>A name that would be a script if it were not text.</summary>
    private protected const string Hostile = "<img src=x onerror=alert(1)>\"\\";

    private protected const string Names = "[...document.querySelectorAll('#rows th a')].map(link => link.textContent).join(', ')";

    /// <summary>The end of the address of the first visitor's own view: the avatar's number, and the start of the simulator.</summary>
    private protected const string FirstView = "#visitor=117&since=1764000000000";

    private Chromium _chromium = null!;

    private protected PageServer Server { get; private set; } = null!;

    private protected BrowserPage Page => _chromium.Page;

    [OneTimeSetUp]
    public async Task StartBrowser() => _chromium = await Chromium.Start();

    [OneTimeTearDown]
    public void EndBrowser() => _chromium?.Dispose();

    [SetUp]
    public void StartServer() => Server = new PageServer();

    [TearDown]
    public void EndServer() => Server.Dispose();

    /// <summary>Shows the page with figures.</summary>
    /// <param name="figures">The figures.</param>
    /// <param name="width">The window's width, in CSS pixels.</param>
    /// <param name="dark">Whether the reader prefers dark colours.</param>
    /// <param name="view">The end of the address, such as <see cref="FirstView"/>.</param>
    private protected Task Show(SampleFigures figures, int width = 1400, bool dark = false, string view = "")
    {
        Server.Figures = figures.Json;
        return ShowAgain(width, dark, view);
    }

    private protected async Task ShowAgain(int width = 1400, bool dark = false, string view = "")
    {
        await Page.Show(new Uri(Server.Address, view), width, dark);
        await Page.Until("data !== null && document.getElementById('status').textContent");
    }

    /// <summary>The end of the address of a sample visitor's own view, by the visitor's id.</summary>
    private protected static string ViewOf(int id) => $"#visitor={id + 100}&since={new SampleFigures().Started}";

    /// <summary>The texts of all elements that a selector finds and that are shown, with a bar between them.</summary>
    private protected Task<string> Texts(string selector) => Page.Evaluate<string>(
        $"[...document.querySelectorAll('{selector}')].filter(one => one.checkVisibility()).map(one => one.innerText).join(' | ')");

    private protected Task<int> Count(string selector) => Page.Evaluate<int>(
        $"[...document.querySelectorAll('{selector}')].filter(one => one.checkVisibility()).length");

    private protected Task Click(string selector) => Page.Evaluate<bool>($"document.querySelector('{selector}').click() === undefined");

    private protected Task Focus(string selector) => Page.Evaluate<bool>($"document.querySelector('{selector}').focus() === undefined");
}
