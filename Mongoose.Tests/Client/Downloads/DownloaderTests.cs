using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>The downloader as a whole: its sockets, its end, its habits.</summary>
internal sealed class DownloaderTests
{
    [Test]
    public async Task Disposal_ends_connections_and_pauses_without_callbacks()
    {
        await using DownloadRig rig = new(connections: 2, depth: 1);
        Task<Download>[] downloads = rig.LoadTextures(4);
        ScriptedConnection one = await rig.Server.AcceptAsync(), other = await rig.Server.AcceptAsync();
        await one.ReadAsync();
        await one.AnswerAsync("", status: "503 Service Unavailable");
        await rig.Clock.UntilWaitAsync(1);
        await rig.Downloader.DisposeAsync();
        await one.EndAsync();
        await other.EndAsync();
        rig.Clock.Advance(1000);
        rig.LoadTextures(1);
        Assert.That((rig.Finished, downloads.Any(download => download.IsCompleted)), Is.EqualTo((Array.Empty<Download>(), false)));
        Assert.That(rig.Server.IsAsked, Is.False);
    }

    [Test]
    public async Task An_exception_of_a_callback_harms_no_other_download_and_is_thrown_at_the_end()
    {
        using ScriptedServer server = new();
        TaskCompletionSource second = new(TaskCreationOptions.RunContinuationsAsynchronously);
        ClassHabits oneRequest = new(Connections: 1, Depth: 1, Duration.FromSeconds(60));
        Downloader downloader = new(finished =>
        {
            if (finished.Status == 404)
                throw new IOException("of the callback");
            second.SetResult();
        }, new DownloaderOptions { Habits = new DownloadHabits { Textures = oneRequest } });
        downloader.Request(DownloadRequest.Texture(server.Address, Guid.Empty));
        ScriptedConnection connection = await server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("", status: "404 Not Found");
        downloader.Request(DownloadRequest.Texture(server.Address, Guid.Empty));
        await connection.ReadAsync();
        await connection.AnswerAsync("");
        await second.Task.WaitAsync(ScriptedServer.Patience);
        Assert.That(downloader.Dispose, Throws.TypeOf<IOException>().With.Message.EqualTo("of the callback"));
    }

    [Test]
    public async Task Sockets_come_from_the_caller()
    {
        int opened = 0;
        await using DownloadRig rig = new(change: options => options with { OpenSocket = Open, KeepContent = false });
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("dropped");
        Download result = await download;
        Assert.That((opened, result.Bytes, result.Content), Is.EqualTo((1, 7L, (byte[]?)null)));

        Socket Open()
        {
            opened++;
            return new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        }
    }

    [Test]
    public async Task A_socket_that_cannot_be_opened_is_a_failed_connection()
    {
        await using DownloadRig rig = new(change: options => options with
        {
            OpenSocket = () => throw new SocketException((int)SocketError.TooManyOpenSockets),
            Habits = new DownloadHabits { Retries = new RetryHabits { Limit = 0 } },
        });
        Assert.That((await rig.LoadTextureAsync(1)).Failure, Is.EqualTo(DownloadFailure.Connection));
    }

    [TestCase(true, DownloadFailure.None)]
    [TestCase(false, DownloadFailure.Connection)]
    public async Task A_self_signed_certificate_is_accepted_on_request(bool accepts, DownloadFailure expected)
    {
        await using DownloadRig rig = new(change: options => options with
        {
            AcceptAnyCertificate = accepts,
            Habits = new DownloadHabits { Retries = new RetryHabits { Limit = 0 } },
        });
        UriBuilder secure = new(rig.Server.Address) { Scheme = "https" };
        Task<Download> download = rig.LoadAsync(DownloadRequest.Texture(secure.Uri, DownloadRig.IdOf(1)));
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        Task serving = ServeAsync(connection);
        Assert.That((await download).Failure, Is.EqualTo(expected));
        await serving;
    }

    [Test]
    public void The_addresses_of_capabilities_are_http()
    {
        Dictionary<string, string> answer = new() { ["GetTexture"] = "http://a/t", ["GetMesh"] = "http://a/m" };
        Assert.That(DownloadCapabilities.From(answer),
            Is.EqualTo(new DownloadCapabilities(new Uri("http://a/t"), new Uri("http://a/m"), null)));
        answer["GetMesh2"] = "https://a/m2";
        Assert.That(DownloadCapabilities.From(answer).Meshes, Is.EqualTo(new Uri("https://a/m2")));
        answer["ViewerAsset"] = "file:///etc/passwd";
        Assert.That(() => DownloadCapabilities.From(answer), Throws.TypeOf<FormatException>());
        using Downloader downloader = new(_ => { });
        Assert.That(() => downloader.Request(new DownloadRequest(DownloadClass.Asset, Guid.Empty, new Uri("ftp://a/"))),
            Throws.ArgumentException);
    }

    [Test]
    public void The_classes_are_those_of_a_viewer()
    {
        DownloadHabits habits = new();
        Assert.That(Enum.GetValues<DownloadClass>().Select(habits.Of).Select(of => (of.Connections, of.Depth, of.Timeout.Seconds)),
            Is.EqualTo(new[] { (8, 5, 60.0), (8, 5, 240.0), (2, 1, 600.0), (12, 5, 60.0) }));
    }

    [Test]
    public void Every_kind_of_asset_has_a_parameter_of_its_own() =>
        Assert.That(Enum.GetValues<AssetKind>().Select(kind => kind.Parameter()), Is.Unique.And.All.EndsWith("_id"));

    [Test]
    public void From_the_high_water_on_nothing_is_admitted_until_the_low_water()
    {
        OpenWindow window = new(new ClassHabits(1, 1, Duration.Zero) { HighWater = 3, LowWater = 1 });
        Assert.That(Enumerable.Range(0, 4).Select(_ => window.TryEnter()), Is.EqualTo(new[] { true, true, true, false }));
        window.Leave();
        Assert.That(window.TryEnter(), Is.False);
        window.Leave();
        Assert.That(Enumerable.Range(0, 3).Select(_ => window.TryEnter()), Is.EqualTo(new[] { true, true, false }));
    }

    private static async Task ServeAsync(ScriptedConnection connection)
    {
        try
        {
            using X509Certificate2 certificate = LoopbackCertificate.Create();
            await using SslStream stream = new(connection.Stream);
            await stream.AuthenticateAsServerAsync(certificate);
            await stream.ReadAsync(new byte[4096]);
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
        }
        catch (Exception exception) when (exception is IOException or System.Security.Authentication.AuthenticationException)
        {
            // The client has refused the certificate.
        }
    }
}
