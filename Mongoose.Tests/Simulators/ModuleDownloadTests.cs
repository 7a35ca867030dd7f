using System.Text;
using System.Text.RegularExpressions;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>Downloads by HTTP from a real OpenSim: what arrives is what OpenSim makes of a request, whatever the client does.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class ModuleDownloadTests : DownloadFixture
{
    /// <summary>OpenSim gives up a connection after three minutes of silence.</summary>
    private const int IdleTimeoutMs = 180_000;

    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(4);

    [Test, Order(1)]
    public void Every_answer_is_byte_for_byte_the_one_without_Mongoose()
    {
        IReadOnlyDictionary<string, Uri> caps = Enter();
        string[] questions = [.. Names.SelectMany(name => Questions(caps[name]))];
        string[] paced = Answers(caps["GetTexture"], questions);
        Grid.Console.Ask("mongoose disable");
        string[] stock = Answers(caps["GetTexture"], questions);
        Grid.Console.Ask("mongoose enable");
        Assert.Multiple(() =>
        {
            for (int i = 0; i < questions.Length; i++)
                Assert.That(paced[i], Is.EqualTo(stock[i]), questions[i]);
        });
        Assert.That(paced.Count(answer => answer.Contains("200 OK", StringComparison.Ordinal)), Is.AtLeast(10));
        Assert.That(paced.Select(answer => answer.Split('\r')[0]).Distinct().Count(), Is.AtLeast(4), "kinds of answers");
    }

    [TestCase(20)]
    [TestCase(100)]
    public void Every_pipelined_request_is_answered(int requests)
    {
        Uri cap = Enter()["GetTexture"];
        using RawHttp connection = new(cap);
        for (int i = 0; i < requests; i++)
        {
            connection.Send(Get(cap, Library[i % Library.Length].Id));
            // OpenSim refuses a request that lies across the end of the 16 kB that it reads at once.
            if (i % 20 == 19)
                Thread.Sleep(100);
        }
        for (int i = 0; i < requests; i++)
            Assert.That(connection.ReadResponse(Patience), Is.EqualTo(Library[i % Library.Length].Bytes), $"answer {i}");
    }

    [Test]
    public void One_client_may_have_300_connections()
    {
        Uri cap = Enter()["GetTexture"];
        RawHttp[] connections = [.. Enumerable.Range(0, 300).Select(_ => new RawHttp(cap))];
        for (int i = 0; i < connections.Length; i++)
            connections[i].Send(Get(cap, Library[i % Library.Length].Id));
        for (int i = 0; i < connections.Length; i++)
            Assert.That(connections[i].ReadResponse(Patience), Is.EqualTo(Library[i % Library.Length].Bytes), $"connection {i}");
        Array.ForEach(connections, connection => connection.Dispose());
    }

    [Test]
    public void Responses_under_way_arrive_whole_when_Mongoose_is_disabled_and_the_region_restarts([Values] bool restarts)
    {
        Uri cap = Enter()["GetTexture"];
        LibraryTexture[] large = [.. Library.OrderByDescending(texture => texture.Bytes).Take(24)];
        RawHttp[] connections = [.. large.Select(_ => new RawHttp(cap, receiveBuffer: 4096))];
        for (int i = 0; i < connections.Length; i++)
            connections[i].Send(Get(cap, large[i].Id));
        Assert.That(() => connections, Has.All.Property(nameof(RawHttp.HasData)).True.After(PatienceMs, 20), "all have begun");
        Grid.Console.Ask("mongoose disable");
        if (restarts)
            Grid.RestartRegion();
        Grid.Console.Ask("mongoose enable");
        for (int i = 0; i < connections.Length; i++)
            Assert.That(connections[i].ReadResponse(Patience), Is.EqualTo(large[i].Bytes), $"connection {i}");
        Array.ForEach(connections, connection => connection.Dispose());
    }

    [Test, Order(2)]
    public void A_visitor_whose_line_is_dead_delays_no_other_and_leaves_nothing()
    {
        ProcessResources before = ProcessResources.Read(Grid);
        Uri dead = Enter()["GetTexture"], alive = Enter()["GetTexture"];
        LibraryTexture[] large = [.. Library.OrderByDescending(texture => texture.Bytes).Take(8)];
        RawHttp[] silent = [.. Enumerable.Range(0, 24).Select(_ => new RawHttp(dead, receiveBuffer: 4096))];
        foreach (RawHttp connection in silent)
            connection.Send(string.Concat(large.Select(texture => Get(dead, texture.Id))));
        Thread.Sleep(2000);
        using RawHttp other = new(alive);
        for (int i = 0; i < 100; i++)
        {
            LibraryTexture texture = Library[i % Library.Length];
            Assert.That(other.Send(Get(alive, texture.Id)).ReadResponse(Patience), Is.EqualTo(texture.Bytes));
        }
        string[] threads =
            [.. ProcessResources.Read(Grid).LeftOverSince(before).Where(name => !name.Contains("socket", StringComparison.Ordinal))];
        Assert.That(threads.Where(name => !name.StartsWith("Downloads", StringComparison.Ordinal)), Is.Empty);
        Assert.That(() => ProcessResources.Read(Grid).LeftOverSince(before), Is.Empty.After(IdleTimeoutMs + PatienceMs, 1000),
            "OpenSim has given up");
        Array.ForEach(silent, connection => connection.Dispose());
    }

    [Test]
    public void A_viewer_that_is_killed_leaves_nothing()
    {
        Uri cap = Enter()["GetTexture"];
        RawHttp[] connections = [.. Enumerable.Range(0, 24).Select(_ => new RawHttp(cap, receiveBuffer: 4096))];
        foreach (RawHttp connection in connections)
            connection.Send(string.Concat(Library.Take(9).Select(texture => Get(cap, texture.Id))));
        Thread.Sleep(500);
        Array.ForEach(connections, connection => connection.Reset());
        Uri again = Enter()["GetTexture"];
        using RawHttp other = new(again);
        Assert.That(other.Send(Get(again, Library[0].Id)).ReadResponse(Patience), Is.EqualTo(Library[0].Bytes));
    }

    /// <summary>
    /// OpenSim closes the connection of a client that sends nothing more, with or without Mongoose, in the midst of a response too.
    /// </summary>
    [Test]
    public void Clients_that_half_close_delay_no_other()
    {
        Uri cap = Enter()["GetTexture"];
        LibraryTexture large = Library.MaxBy(texture => texture.Bytes)!;
        for (int i = 0; i < 8; i++)
        {
            using RawHttp connection = new(cap);
            connection.Send(Get(cap, large.Id)).HalfClose().ReadAll(Silence);
        }
        using RawHttp other = new(cap);
        Assert.That(other.Send(Get(cap, large.Id)).ReadResponse(Patience), Is.EqualTo(large.Bytes));
    }

    [Test]
    public void A_client_that_reads_a_byte_a_second_gets_everything_and_delays_no_other()
    {
        Uri cap = Enter()["GetTexture"];
        LibraryTexture large = Library.MaxBy(texture => texture.Bytes)!;
        using RawHttp slow = new(cap, receiveBuffer: 4096), other = new(cap);
        slow.Send(Get(cap, large.Id));
        string begun = "";
        for (int second = 0; second < 12; second++)
        {
            begun += (char)slow.ReadByte(Patience);
            for (int i = 0; i < 10; i++)
                Assert.That(other.Send(Get(cap, large.Id)).ReadResponse(Patience), Is.EqualTo(large.Bytes));
            Thread.Sleep(1000);
        }
        Assert.That(slow.ReadResponse(Patience, begun), Is.EqualTo(large.Bytes));
    }

    /// <summary>Requests of all kinds, some of them pipelined, to one capability.</summary>
    private IEnumerable<string> Questions(Uri cap)
    {
        string known = $"{Library[0].Id}", large = $"{Library.MaxBy(texture => texture.Bytes)!.Id}", unknown = $"{Guid.NewGuid()}";
        foreach (string range in (string[])["0-99", "100-", "-100", "0-0", "5000-4000", "99999999-", "0-99999999", "abc", "0-9,20-29", "-"])
            yield return Ask("GET", $"texture_id={large}", "1.1", $"Range: bytes={range}\r\n");
        foreach (string query in (string[])
            [$"texture_id={known}", $"texture_id={unknown}", "texture_id=nonsense", "texture_id=", "", $"mesh_id={known}",
                $"mesh_id={unknown}", $"sound_id={known}",
                $"animatn_id={unknown}", $"nothing_id={known}", $"texture_id={known}&texture_id={large}",
                $"texture_id={known}&format=image/x-j2c,image/png"])
        {
            yield return Ask("GET", query, "1.1");
            yield return Ask("GET", query, "1.0");
        }
        foreach (string method in (string[])["HEAD", "POST", "PUT", "OPTIONS"])
            yield return Ask(method, $"texture_id={known}", "1.1");
        yield return Ask("GET", $"texture_id={known}", "1.1", last: false) + Ask("GET", $"texture_id={large}", "1.1");
        yield return string.Concat(Enumerable.Repeat(Ask("GET", $"texture_id={known}", "1.1", last: false), 9))
            + Ask("GET", $"texture_id={unknown}", "1.1");

        string Ask(string method, string query, string version, string headers = "", bool last = true) =>
            $"{method} {cap.AbsolutePath}/?{query} "
                + $"HTTP/{version}\r\nHost: {cap.Authority}\r\n{headers}{(last ? "Connection: close\r\n" : "")}\r\n";
    }

    private static string[] Answers(Uri cap, string[] questions)
    {
        string[] answers = new string[questions.Length];
        Parallel.For(0, questions.Length, new ParallelOptions { MaxDegreeOfParallelism = 24 }, i =>
        {
            using RawHttp connection = new(cap);
            string answer = Encoding.Latin1.GetString(connection.Send(questions[i]).ReadAll(Silence));
            answers[i] = MoreRequests().Replace(Date().Replace(answer, ""), "n");
        });
        return answers;
    }

    [GeneratedRegex(@"\r\nDate:[^\r]*", RegexOptions.IgnoreCase)]
    private static partial Regex Date();

    /// <summary>OpenSim tells how many more requests it takes, which HttpPipelines changes.</summary>
    [GeneratedRegex(@"(?<=\r\nKeep-Alive:timeout=\d+, max=)\d+", RegexOptions.IgnoreCase)]
    private static partial Regex MoreRequests();
}
