using System.Net;
using Mongoose.Testbed;

namespace Mongoose.Tests.OpenSim;

/// <summary>A real region whose status port answers one address only, which no reader of this host has.</summary>
public sealed class StatusAllowTests : ModuleFixture
{
    private const string Listed = "192.0.2.7";

    private readonly int _port = FreePort.OfTcp();
    private StatusHttp _status = null!;

    protected override string Settings => $"StatusPort = {_port}\nStatusAllow = {Listed}";

    [OneTimeSetUp]
    public void Connect() => _status = new StatusHttp(_port);

    [OneTimeTearDown]
    public void Disconnect() => _status.Dispose();

    [Test]
    public void Another_address_is_refused([Values("", "data.json", "metrics")] string path) =>
        Assert.That(_status.Status(path), Is.EqualTo(HttpStatusCode.Forbidden));

    [TestCase("X-Forwarded-For", Listed)]
    [TestCase("x-forwarded-for", Listed + ", 127.0.0.1")]
    [TestCase("Forwarded", "for=" + Listed)]
    [TestCase("remote-addr", Listed)]
    public void A_header_cannot_make_an_address_the_listed_one(string header, string value) =>
        Assert.That(_status.Status("metrics", (header, value)), Is.EqualTo(HttpStatusCode.Forbidden));

    /// <summary>OpenSim notes the reader's address under this name, and accepts no header of a reader with an underscore in its name.</summary>
    [Test]
    public void The_header_in_which_OpenSim_notes_the_address_is_refused([Values] bool isForwarded)
    {
        (string Name, string Value) noted = ("remote_addr", Listed), forwarded = ("X-Forwarded-For", Listed);
        Assert.That(_status.Status("metrics", isForwarded ? [noted, forwarded] : [noted]), Is.EqualTo(HttpStatusCode.BadRequest));
    }
}
