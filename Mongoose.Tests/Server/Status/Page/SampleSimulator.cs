using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The process and the regions among made up figures.</summary>
internal static class SampleSimulator
{
    private const double TargetFrameMs = 22.2;

    public static JsonObject Process(SampleFigures all, SampleSeries series) => new()
    {
        ["usedCores"] = 1.23,
        ["allowedCores"] = 4,
        ["hostUsedCores"] = 2.1,
        ["hostCores"] = 8,
        ["throttledPercent"] = 0,
        ["stolenPercent"] = all.StolenPercent,
        ["pausedPercent"] = 0.4,
        ["latePercent"] = 0.1,
        ["latenessMs"] = 3.2,
        ["queuedWork"] = 0,
        ["workWaitMs"] = 0,
        ["memoryMB"] = 1412.5,
        ["pagesRead"] = all.PagesRead,
        ["history"] = new JsonObject
        {
            ["first"] = series.First,
            ["usedCores"] = series.Around(1.23, 0.5, 5),
            ["pausedPercent"] = series.Around(0.4, 1, 6),
            ["latePercent"] = series.Around(0.1, 1, 7),
            ["throttledPercent"] = series.Of(number => number % 100 > 60 ? 88 : 0),
            ["harmed"] = series.Of(number => number > series.Last - 60 ? all.Harmed : 0),
        },
    };

    public static JsonObject Region(SampleFigures all, string name, IReadOnlyList<SampleVisitor> visitors, SampleSeries series)
    {
        SampleVisitor[] here = [.. visitors.Where(visitor => visitor.Region == name && !visitor.IsChild)];
        int limited = here.Count(visitor => visitor.Cause is not null);
        return new()
        {
            ["name"] = name,
            ["shaping"] = all.Shaping,
            ["visitors"] = here.Length,
            ["children"] = visitors.Count(visitor => visitor.Region == name && visitor.IsChild),
            ["sentKbps"] = 412.5 * here.Length,
            ["borrowedPercent"] = 40.1,
            ["limitKbps"] = 50_000,
            ["lostPercent"] = 0.4,
            ["delayMs"] = 12.1,
            ["limited"] = new JsonObject(SampleCause.All.Select(cause =>
                KeyValuePair.Create<string, JsonNode?>(cause.By, here.Count(visitor => visitor.By == cause.By)))),
            ["failures"] = 0,
            ["badThrottles"] = 0,
            ["malformed"] = 3,
            ["passP99Us"] = 210,
            ["busyPercent"] = 1.2,
            ["latePercent"] = 0.1,
            ["simulation"] = all.HasSimulation ? Simulation(all, here.Length) : null,
            ["scripts"] = all.HasSimulation ? Scripts(all) : [],
            ["history"] = History(all, here.Length, limited, series),
        };
    }

    private static JsonObject Simulation(SampleFigures all, int avatars)
    {
        double frame = TargetFrameMs / Math.Max(0.01, 1 - all.SlowPercent / 100);
        return new()
        {
            ["slowPercent"] = all.SlowPercent,
            ["noticed"] = avatars > 0 && all.SlowPercent >= 13,
            ["frameMs"] = Math.Round(frame, 1),
            ["targetFrameMs"] = TargetFrameMs,
            ["pauseMs"] = frame >= 1000 ? Math.Round(frame, 1) : null,
            ["dilation"] = Math.Round(1 - all.SlowPercent / 100, 2),
            ["fps"] = Math.Round(1000 / frame, 1),
            ["physicsPercent"] = 14.2,
            ["agentsPercent"] = 6.1,
            ["networkPercent"] = 0.9,
            ["otherPercent"] = 11,
            ["scriptCores"] = 0.42,
            ["activeScripts"] = 1280,
            ["objects"] = 15_320,
            ["avatars"] = avatars,
            ["children"] = all.Children,
            ["waitingRequests"] = 2,
            ["answerMs"] = 41.5,
        };
    }

    private static JsonArray Scripts(SampleFigures all) => [.. Enumerable.Range(0, 10).Select(index => (JsonNode)new JsonObject
    {
        ["id"] = $"{index:x8}-aaaa-4bbb-8ccc-0123456789ab",
        ["name"] = index == 0 ? all.Words ?? "Rezzer of doom" : $"Door {index}",
        ["place"] = $"{10 + 20 * index}, {200 - 13 * index}, 22",
        ["cores"] = Math.Round(0.2 / (index + 1), 2),
    })];

    private static JsonObject History(SampleFigures all, int visitors, int limited, SampleSeries series) => new()
    {
        ["first"] = series.First,
        ["sentKbps"] = series.Around(412.5 * visitors, 0.3, 1),
        ["visitors"] = series.Of(number => visitors * number / Math.Max(1, series.Last)),
        ["delayMs"] = series.Around(12.1, 0.6, 2),
        ["lostPercent"] = series.Around(0.4, 1, 3),
        ["limited"] = series.Of(number => limited * (1 + number / 40 % 2) / 2),
        ["passP99Us"] = series.Around(210, 0.4, 4),
        ["slowPercent"] = series.Of(number => number > series.Last - 60 ? all.SlowPercent : 0),
        ["physicsPercent"] = series.Around(14.2, 0.5, 8),
        ["agentsPercent"] = series.Around(6.1, 0.4, 9),
        ["otherPercent"] = series.Around(11, 0.3, 10),
        ["scriptCores"] = series.Around(0.42, 0.8, 11),
    };
}
