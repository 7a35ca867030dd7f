using System.Diagnostics;
using Mongoose.Core.Units;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>How fast downloads are on loopback, where no line limits them, with Mongoose and with Mongoose disabled by turns.</summary>
[NonParallelizable] // It measures.
public sealed class ModuleDownloadSpeedTests : DownloadFixture
{
    private const int Turns = 4;

    /// <summary>
    /// OpenSim looks for a response at once and then each 100 ms: if it is alone on the host, its first look may find a response.
    /// </summary>
    [Test, Measured]
    public void A_response_begins_in_less_than_half_the_time_of_OpenSims_tick()
    {
        const int requests = 40, connections = 24;
        Uri cap = Enter()["GetTexture"];
        RawHttp[] open = [.. Enumerable.Range(0, connections).Select(_ => new RawHttp(cap))];
        List<double> prompt = [], stock = [];
        for (int turn = 0; turn < Turns; turn++)
        {
            List<double> times = Switch(turn) ? prompt : stock;
            for (int i = 0; i < requests; i++)
            {
                LibraryTexture texture = Library[i % Library.Length];
                Stopwatch watch = Stopwatch.StartNew();
                Array.ForEach(open, connection => connection.Send(Get(cap, texture.Id)));
                foreach (RawHttp connection in open)
                {
                    Assert.That(connection.ReadResponse(Patience), Is.EqualTo(texture.Bytes));
                    times.Add(watch.Elapsed.TotalMilliseconds);
                }
            }
        }
        Array.ForEach(open, connection => connection.Dispose());
        (double prompts, double stocks) = (Median(prompt), Median(stock));
        TestContext.Out.WriteLine($"median time of a texture: {prompts:0.0} ms, at OpenSim's tick {stocks:0.0} ms");
        Assert.That(prompts, Is.LessThan(0.4 * stocks));
    }

    [Test, Measured]
    public void Twenty_four_connections_are_as_fast_as_without_Mongoose()
    {
        const int connections = 24, depth = 5, rounds = 12;
        Uri cap = Enter()["GetTexture"];
        LibraryTexture[] large = [.. Library.OrderByDescending(texture => texture.Bytes).Take(depth)];
        List<double> paced = [], stock = [], pacedCpu = [], stockCpu = [];
        for (int turn = 0; turn < 2 * Turns; turn++)
        {
            bool isOn = Switch(turn);
            Duration before = Grid.ProcessorTime;
            Stopwatch watch = Stopwatch.StartNew();
            long bytes = 0;
            Parallel.For(0, connections, new ParallelOptions { MaxDegreeOfParallelism = connections }, _ =>
            {
                // A connection carries three of OpenSim's four rounds without being closed.
                for (int round = 0; round < rounds; round += 3)
                {
                    using RawHttp connection = new(cap);
                    for (int i = 0; i < 3; i++)
                    {
                        connection.Send(string.Concat(large.Select(texture => Get(cap, texture.Id))));
                        for (int k = 0; k < depth; k++)
                            Interlocked.Add(ref bytes, connection.ReadResponse(Patience));
                    }
                }
            });
            (isOn ? paced : stock).Add(bytes * 8 / 1e6 / watch.Elapsed.TotalSeconds);
            (isOn ? pacedCpu : stockCpu).Add((Grid.ProcessorTime - before).Seconds / bytes * 1e9);
        }
        TestContext.Out.WriteLine($"{Median(paced):0} Mbit/s with {Median(pacedCpu):0.0} s of processor per GB, "
            + $"without Mongoose {Median(stock):0} and {Median(stockCpu):0.0}");
        Assert.That(Median(paced), Is.GreaterThan(0.97 * Median(stock)));
    }

    private bool Switch(int turn)
    {
        bool isOn = turn % 2 == 0;
        Grid.Console.Ask(isOn ? "mongoose enable" : "mongoose disable");
        return isOn;
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);
}
