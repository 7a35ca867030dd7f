using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Xml.Linq;
using Mongoose.Client.Login;
using Mongoose.Testbed;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>Downloads from a real OpenSim whose HTTP server speaks TLS.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class SecureDownloadTests : DownloadFixture
{
    private const string CertificatePassword = "certificate";

    private readonly string _certificate = Path.GetTempFileName();
    private readonly int[] _ports = FreePort.OfTcpAndUdp(2);

    [OneTimeTearDown]
    public void DeleteCertificate() => File.Delete(_certificate);

    [Test]
    public void Every_texture_arrives_whole_and_paced()
    {
        Uri cap = Arrive();
        Assert.That(cap.Scheme, Is.EqualTo(Uri.UriSchemeHttps));
        Parallel.ForEach(Library.Chunk(5), textures =>
        {
            using RawHttp connection = new(cap);
            connection.Send(string.Concat(textures.Select(texture => Get(cap, texture.Id))));
            foreach (LibraryTexture texture in textures)
                Assert.That(connection.ReadResponse(Patience), Is.EqualTo(texture.Bytes));
        });
        Assert.That(Responses("Testbed"), Is.EqualTo(Library.Length));
    }

    /// <summary>Two ports: OpenSim's main server speaks TLS on one of them, and its console stays with the other.</summary>
    protected override OpenSimOptions Options(OpenSimBin bin)
    {
        WriteCertificate();
        OpenSimOptions options = base.Options(bin);
        return options with
        {
            Port = _ports[0],
            ExtraIni = options.ExtraIni + $"""
                [Network]
                http_listener_ssl = true
                http_listener_sslport = {_ports[1]}
                http_listener_cn = "{IPAddress.Loopback}"
                http_listener_cert_path = "{_certificate}"
                http_listener_cert_pass = "{CertificatePassword}"
                console_port = {_ports[0]}

                """,
        };
    }

    /// <summary>A visitor logs in, and stays without a circuit; returns the address of a capability.</summary>
    private Uri Arrive()
    {
        OpenSimUser user = OpenSimUser.Number(NextUser());
        using HttpClient http = new(new HttpClientHandler { ServerCertificateCustomValidationCallback = (_, _, _, _) => true });
        Uri service = new($"https://{IPAddress.Loopback}:{_ports[1]}/");
        LoginRequest request = new(service, user.First, user.Last, user.Password);
        LoginResult login = LoginReply.Read(Post(service, XmlRpc.Call("login_to_simulator", GridLogin.Members(request)), "text/xml"));
        Assert.That(login, Is.TypeOf<LoginGranted>(), $"{login}");
        string question = Llsd.Document(new XElement("array", Names.Select(name => new XElement("string", name))));
        return new Uri(SeedCapabilities.ReadMap(Post(((LoginGranted)login).SeedCapability!, question, Llsd.MediaType))["GetTexture"]);

        string Post(Uri address, string body, string mediaType)
        {
            using StringContent content = new(body, Encoding.UTF8);
            content.Headers.ContentType = new MediaTypeHeaderValue(mediaType);
            using HttpResponseMessage answer = http.PostAsync(address, content).GetAwaiter().GetResult();
            return answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync().GetAwaiter().GetResult();
        }
    }

    private void WriteCertificate()
    {
        using RSA key = RSA.Create();
        CertificateRequest request = new($"CN={IPAddress.Loopback}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        SubjectAlternativeNameBuilder names = new();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        File.WriteAllBytes(_certificate, certificate.Export(X509ContentType.Pkcs12, CertificatePassword));
    }
}
