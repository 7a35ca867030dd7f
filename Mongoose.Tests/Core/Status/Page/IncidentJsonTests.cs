using System.Text.Json;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Incidents;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Tests.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Page;

/// <summary>An incident as a file: what it proves must be in it.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class IncidentJsonTests
{
    private static readonly ProcessHealth Process = Cases.Starved with
    {
        Stolen = 0.25,
        PagesRead = 320,
        QueuedWork = 17,
        WorkWait = Duration.FromMilliseconds(1500),
        MemoryBytes = 512_000_000,
    };

    [Test]
    public void Each_second_has_all_that_is_known_of_the_process()
    {
        JsonElement last = Minute(Process)[^1];
        Assert.Multiple(() =>
        {
            foreach ((string key, double value) in new (string, double)[]
            {
                ("second", 2), ("usedCores", 0.12), ("allowedCores", 0.12), ("hostUsedCores", 1.2), ("hostCores", 2),
                ("throttledPercent", 85), ("stolenPercent", 25), ("pausedPercent", 0), ("latePercent", 60), ("latenessMs", 400),
                ("queuedWork", 17), ("workWaitMs", 1500), ("memoryMB", 512), ("pagesRead", 320),
            })
                Assert.That(last.GetProperty(key).GetDouble(), Is.EqualTo(value), key);
        });
    }

    [Test]
    public void What_the_host_does_not_tell_is_null()
    {
        JsonElement last = Minute(Cases.Starved with { HostUsedCores = null })[^1];
        Assert.That(new[] { "hostUsedCores", "stolenPercent", "pagesRead" }.Select(key => last.GetProperty(key).ValueKind),
            Is.All.EqualTo(JsonValueKind.Null));
    }

    [Test]
    public void One_of_the_simulator_names_the_avatars_that_suffered_but_no_circuits_because_all_in_the_region_are_concerned()
    {
        JsonElement file = File(Process);
        Assert.That(file.GetProperty("visitors").ValueKind, Is.EqualTo(JsonValueKind.Null));
        Assert.That(file.GetProperty("avatars").EnumerateArray().Select(avatar => avatar.GetInt32()), Is.EqualTo(new[] { 101 }));
    }

    private static JsonElement[] Minute(ProcessHealth process) => [.. File(process).GetProperty("minute").EnumerateArray()];

    private static JsonElement File(ProcessHealth process)
    {
        IncidentLog log = new();
        RegionEvidence region = Cases.Region();
        Diagnosis diagnosis = Cases.Diagnose(process, Cases.Visitor(region));
        for (int second = 0; second < 3; second++)
            log.Add(diagnosis, Moment.Of(diagnosis, [region], process, Instant.FromSeconds(second)), 1000 * second);
        return JsonDocument.Parse(IncidentJson.File(log.Incidents.Single(), "1.2.3", withNames: false)).RootElement;
    }
}
