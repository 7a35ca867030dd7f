using System.Xml.Linq;
using Mongoose.Client.Login;

namespace Mongoose.Tests.Client.Login;

/// <summary>Documents whose recursive processing would end the process: each makes one bot fail.</summary>
public sealed class BoundedXmlTests
{
    private const int Deep = 200_000;

    private static string Nested(string element) =>
        string.Concat(Enumerable.Repeat($"<{element}>", Deep)) + string.Concat(Enumerable.Repeat($"</{element}>", Deep));

    [Test]
    public void A_capability_that_nests_endlessly_is_refused()
    {
        string value = Nested("array");
        Refused(() => Llsd.ReadMap($"<llsd><map><key>EventQueueGet</key>{value}</map></llsd>"));
        Refused(() => RegionFeatures.Read($"<llsd>{value}</llsd>"));
        Refused(() => EventQueue.Read($"<llsd><map><key>id</key>{value}</map></llsd>", (_, _) => { }));

        static void Refused(Action read) =>
            Assert.That(read, Throws.TypeOf<FormatException>().With.Message.Contains("deeper than 64 levels"));
    }

    [TestCase("methodResponse")]
    [TestCase("html")]
    public void A_login_reply_that_nests_endlessly_is_a_failed_login(string element)
    {
        LoginResult granted = LoginReply.Read(XmlRpcReply.Of(("login", "true"), ("message", Nested("b"))));
        LoginResult fault = LoginReply.Read($"<methodResponse><fault>{Nested("value")}</fault></methodResponse>");
        LoginResult alone = LoginReply.Read(Nested(element));
        foreach (LoginResult result in (LoginResult[])[granted, fault, alone])
            Assert.That(result, Is.EqualTo(new LoginFailed(LoginFailure.BadReply, "", "the reply nests elements deeper than 64 levels")));
    }

    [Test]
    public void A_document_with_too_many_elements_is_refused_before_it_takes_memory()
    {
        string text = $"<llsd>{string.Concat(Enumerable.Repeat("<a/>", BoundedXml.MaxElements))}</llsd>";
        Assert.That(() => Llsd.Parse(text), Throws.TypeOf<FormatException>().With.Message.Contains("more than 1000000 elements"));
    }

    [Test]
    public void Sixty_four_levels_are_read()
    {
        string text = string.Concat(Enumerable.Repeat("<a>", 64)) + "x" + string.Concat(Enumerable.Repeat("</a>", 64));
        Assert.That(BoundedXml.Parse(text, "it").Value, Is.EqualTo("x"));
    }

    [Test]
    public void Entities_are_not_expanded()
    {
        const string text = "<!DOCTYPE llsd [<!ENTITY a \"aaaa\">]><llsd>&a;</llsd>";
        Assert.That(() => Llsd.Parse(text), Throws.TypeOf<FormatException>());
        Assert.That(Llsd.Parse("<!DOCTYPE llsd><llsd><map /></llsd>"), Is.InstanceOf<XElement>());
    }
}
