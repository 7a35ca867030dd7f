using System.Net.Sockets;
using Mongoose.Client.Login;
using Mongoose.Tests.Client.Downloads;

namespace Mongoose.Tests.Client.Login;

/// <summary>The request that names the other capabilities.</summary>
internal sealed class SeedCapabilitiesTests
{
    [Test]
    public async Task A_seed_is_asked_by_name_over_sockets_of_the_caller()
    {
        int opened = 0;
        using ScriptedServer server = new();
        using GridLogin login = new(open: Open);
        Task<IReadOnlyDictionary<string, string>> asking = login.AskSeedAsync(server.Address, ["GetTexture", "GetMesh2"]);
        ScriptedConnection connection = await server.AcceptAsync();
        Assert.That(await connection.ReadAsync(), Does.StartWith("POST /CAPS/x HTTP/1.1\r\n")
            .And.Contain("Content-Type: application/llsd+xml\r\n"));
        await connection.AnswerAsync("<llsd><map><key>GetTexture</key><string>http://127.0.0.1/t</string></map></llsd>");
        Assert.That(await asking.WaitAsync(ScriptedServer.Patience),
            Is.EqualTo(new Dictionary<string, string> { ["GetTexture"] = "http://127.0.0.1/t" }));
        Assert.That(opened, Is.EqualTo(1));

        Socket Open()
        {
            opened++;
            return new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        }
    }
}
