using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>All seconds of all runs as a CSV file, written as they pass.</summary>
internal sealed class SecondsTable : IDisposable
{
    private readonly StreamWriter _file;

    public SecondsTable(string path)
    {
        _file = new StreamWriter(path) { AutoFlush = true };
        _file.WriteLine("run,phase,second,by,part,all,harmful,cores,throttled,host_cores,heartbeat_sleeps,dilation,fps,frame_ms,physics_ms,"
            + "agents_ms,network_ms,other_ms,scripts,"
            + string.Join(',', Enumerable.Range(0, Crowd.Count).Select(i => $"by_{i},kbps_{i},age_ms_{i},max_age_ms_{i},line_bytes_{i}"))
            + $",{string.Join(',', PageReading.ProcessFigures.Select(name => $"page_{name}"))},threads");
    }

    [SupportedOSPlatform("linux")]
    public void Add(string run, string phase, Place place, Second second)
    {
        (Sample sample, PageReading page) = second;
        SimStats region = sample.Region;
        IEnumerable<object?> fields =
        [
            Quoted(run), phase, sample.At, page.By, page.Part, string.Join(' ', page.All),
            string.Join(' ', page.Harmful), sample.Cores, sample.Throttled, sample.HostCores,
            sample.HeartbeatSleeps, region.Dilation, region.Fps, region.FrameMs, region.PhysicsMs, region.AgentsMs, region.NetworkMs,
            region.OtherMs, region.Scripts,
            .. sample.Visitors.SelectMany((visitor, i) => (object[])
                [page.Of(place.Visitors[i].Name), visitor.Kbps, visitor.AgeMs, visitor.MaxAgeMs, visitor.WaitingBytes]),
            .. page.Process.Cast<object?>(),
            Quoted(string.Join(' ', sample.Threads.OrderByDescending(thread => thread.Value).Take(8)
                .Select(thread => string.Create(CultureInfo.InvariantCulture, $"{thread.Key}={thread.Value:0.00}")))),
        ];
        _file.WriteLine(string.Join(',', fields.Select(Text)));
    }

    public void Dispose() => _file.Dispose();

    private static string Quoted(string text) => $"\"{text.Replace('"', '\'')}\"";

    private static string Text(object? field) => field is double number
        ? number.ToString("0.###", CultureInfo.InvariantCulture)
        : Convert.ToString(field, CultureInfo.InvariantCulture) ?? "";
}
