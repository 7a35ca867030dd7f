using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Tests of downloads by HTTP from a real OpenSim with Mongoose.</summary>
public abstract class DownloadFixture : ModuleFixture
{
    /// <summary>The capabilities by which viewers download.</summary>
    protected static readonly IReadOnlyList<string> Names = ["GetTexture", "GetMesh", "GetMesh2", "ViewerAsset"];

    /// <summary>The textures that every OpenSim has, without the smallest.</summary>
    internal LibraryTexture[] Library { get; } =
        OpenSimBin.FindDefault() is { } bin ? [.. LibraryTextures.Read(bin).Where(texture => texture.Bytes > 2000)] : [];

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Assets = StoredDownloads.All };

    /// <summary>A visitor arrives; returns the addresses of its capabilities.</summary>
    protected IReadOnlyDictionary<string, Uri> Enter() => CapsOf(Visit(new ViewerOptions()).Login.SeedCapability!);

    /// <summary>The addresses of the capabilities that a region gives to a visitor.</summary>
    protected static IReadOnlyDictionary<string, Uri> CapsOf(Uri seed)
    {
        using GridLogin login = new(maxBytes: GridLogin.MaxCapabilityBytes);
        return login.AskSeedAsync(seed, Names).GetAwaiter().GetResult().ToDictionary(pair => pair.Key, pair => new Uri(pair.Value));
    }

    /// <summary>A request for a texture.</summary>
    protected static string Get(Uri cap, Guid texture) =>
        $"GET {cap.AbsolutePath}/?texture_id={texture} HTTP/1.1\r\nHost: {cap.Authority}\r\n\r\n";

    /// <summary>Downloads the whole library on several connections.</summary>
    protected void Download(Uri cap) => Parallel.ForEach(Library.Chunk(10), textures =>
    {
        using RawHttp connection = new(cap);
        connection.Send(string.Concat(textures.Select(texture => Get(cap, texture.Id))));
        foreach (LibraryTexture texture in textures)
            Assert.That(connection.ReadResponse(Patience), Is.EqualTo(texture.Bytes));
    });

    /// <summary>Number of paced responses of a region, once the last one has been counted.</summary>
    protected int Responses(string region)
    {
        int last = -1;
        for (int now = Read(); now != last; now = Read())
        {
            last = now;
            Thread.Sleep(300);
        }
        return last;

        int Read() => int.Parse(Regex.Match(
            Grid.Console.Ask("show stats mongoose")
                .Single(line => line.Contains($".{region}.DownloadResponses :", StringComparison.Ordinal)), @"\d+$").Value,
            CultureInfo.InvariantCulture);
    }
}
