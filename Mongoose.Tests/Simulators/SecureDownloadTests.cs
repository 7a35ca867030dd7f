using System.Net;
using System.Security.Cryptography.X509Certificates;
using Mongoose.Client.Login;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

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
        Download(cap);
        Assert.That(Responses(Home), Is.EqualTo(Library.Length));
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
        HttpClientHandler handler = new() { ServerCertificateCustomValidationCallback = (_, _, _, _) => true };
        using GridLogin login = new(new GridHttp(handler, Patience, GridLogin.MaxReplyBytes));
        LoginRequest request = new(new Uri($"https://{IPAddress.Loopback}:{_ports[1]}/"), user.First, user.Last, user.Password);
        LoginResult result = login.LoginAsync(request).GetAwaiter().GetResult();
        Assert.That(result, Is.TypeOf<LoginGranted>(), $"{result}");
        return new Uri(login.AskSeedAsync(((LoginGranted)result).SeedCapability!, Names).GetAwaiter().GetResult()["GetTexture"]);
    }

    private void WriteCertificate()
    {
        using X509Certificate2 certificate = LoopbackCertificate.Create();
        File.WriteAllBytes(_certificate, certificate.Export(X509ContentType.Pkcs12, CertificatePassword));
    }
}
