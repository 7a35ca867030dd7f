using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Incidents;
using Mongoose.Server.Regions;
using Mongoose.Server.Status;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Console;

/// <summary>The output of "mongoose show health" and "mongoose show incidents", as text.</summary>
internal static class HealthReport
{
    public const string HealthColumns =
        "First who suffers and from what, then the process and its host, then two lines for each region: its frames, and what is\n"
        + "in it. Frame is the mean time of a frame in the last five seconds, Target the time that it should take, Slow the part of\n"
        + "its speed that is missing (100 %: it stands still). Physics, Avatars, Network and Other are parts of the target; these\n"
        + "and Sim FPS, which viewers show, are OpenSimulator's own figures, which are up to three seconds old. Scripts is the time\n"
        + "that they run, in cores, Active scripts their number. Unanswered is the number of requests for textures, meshes and\n"
        + "assets that OpenSimulator has not answered yet; 95 % of the last answers, of five seconds at most, took no longer than\n"
        + "Answer ms.";

    public const string IncidentColumns =
        "One line per time in which visitors suffered, the newest first, at most twenty: its number, when it began, how long it\n"
        + "lasted, the most visitors who suffered at once, and the cause that harmed most. Below each line is what changed in\n"
        + "the minute before, which need not be the cause. The last ten that the simulator, its host or its line made stay in the\n"
        + "list, and so do the last ten of visitors' lines and settings.";

    /// <summary>Less is said of no host: all virtual machines lose a little.</summary>
    private const double LeastStolen = 0.01;

    /// <summary>No table is wider than a hundred characters, as a console may be.</summary>
    private static readonly ConsoleColumns<(string Name, RegionHealth Health)> OfFrames = new(
        ("Region", 20, row => row.Name),
        ("Frame ms", 8, row => FigureUnit.Time.Text(row.Health.Frame.Seconds)),
        ("Target", 6, row => FigureUnit.Time.Text(row.Health.TargetFrame.Seconds)),
        ("Slow %", 6, row => FigureUnit.Percent.Text(row.Health.Slowness)),
        ("Dilation", 8, row => Reports.Text(row.Health.Dilation, "0.00")),
        ("Physics %", 9, row => FigureUnit.Percent.Text(row.Health.Parts.Physics)),
        ("Avatars %", 9, row => FigureUnit.Percent.Text(row.Health.Parts.Agents)),
        ("Network %", 9, row => FigureUnit.Percent.Text(row.Health.Parts.Network)),
        ("Other %", 7, row => FigureUnit.Percent.Text(row.Health.Parts.Other)));

    private static readonly ConsoleColumns<(string Name, RegionHealth Health)> OfContent = new(
        ("Region", 20, row => row.Name),
        ("Sim FPS", 7, row => Reports.Text(row.Health.SimFps, "0.0")),
        ("Scripts", 7, row => row.Health.ScriptCores is { } cores ? Reports.Text(cores, "0.00") : FigureUnit.Unknown),
        ("Active scripts", 14, row => row.Health.ActiveScripts),
        ("Objects", 7, row => row.Health.Objects),
        ("Avatars", 7, row => row.Health.Avatars),
        ("Unanswered", 10, row => row.Health.WaitingRequests),
        ("Answer ms", 9, row => FigureUnit.Time.Text(row.Health.AnswerTime?.Seconds)));

    private static readonly ConsoleColumns<ScriptCost> OfScript = new(
        ("Object with scripts", 30, script => script.Name),
        ("Place", 16, script => script.Place),
        ("Cores", 6, script => Reports.Text(script.Cores, "0.00")),
        ("Id", 36, script => script.Id));

    public static string Health() => StatusService.Source is { } source
        ? source.Read(Of)
        : Decision.NoRegion;

    public static string Incidents() => StatusService.Source is { } source
        ? source.Read(history => history.Incidents.Incidents.Count == 0
            ? "No visitor has suffered yet."
            : string.Join('\n', history.Incidents.Incidents.SelectMany(Lines)))
        : Decision.NoRegion;

    /// <summary>The output for a history.</summary>
    public static string Of(StatusHistory history) => string.Join('\n', Lines(history));

    private static IEnumerable<string> Lines(StatusHistory history)
    {
        yield return history.Diagnosis.Text;
        foreach (Finding finding in history.Diagnosis.Findings)
        {
            yield return $"- {finding.Name}{(finding.IsSure ? "" : ", probably")}: {finding.Sentence} {finding.Advice}";
            foreach (string seen in finding.Seen)
                yield return $"    {seen}";
        }
        yield return OfProcess(history.Process);
        if (history.Process is { HostUsedCores: { } used } process)
            yield return OfHost(process, used);
        (string, RegionHealth)[] known = [.. history.Regions.SelectMany(Row)];
        yield return $"{OfFrames.Table(known)}\n{OfContent.Table(known)}";
        foreach (RegionHistory region in history.Regions.Where(region => region.Health is null))
            yield return $"{region.Server.RegionName}: not known; it has not begun to run, or its statistics cannot be read.";
        ScriptCost[] scripts = [.. history.Regions.SelectMany(region => region.Scripts).OrderByDescending(script => script.Cores).Take(10)];
        if (scripts.Length > 0)
            yield return $"{OfScript.Table(scripts)}";
    }

    private static IEnumerable<(string, RegionHealth)> Row(RegionHistory region) =>
        region.Health is { } health ? [(region.Server.RegionName, health)] : [];

    private static string OfProcess(ProcessHealth? known) => known is not { } process ? "Process: not known; it cannot be read."
        : $"Process: {FigureText.Cores(process.UsedCores)} used of {FigureText.Cores(process.AllowedCores)}"
        + (process.Throttled is { } throttled ? $", stopped by a quota {FigureText.Percent(throttled)}" : "")
        + $", garbage collections {FigureText.Percent(process.Paused)}, sending threads late {FigureText.Percent(process.Late)}"
        + $" (up to {FigureText.Of(process.Lateness)}), {process.QueuedWork} work items wait,"
        + $" work waits {FigureText.Of(process.WorkWait)} for a thread, {process.MemoryBytes / 1_000_000} MB"
        + (process.PagesRead is >= 1 and var pages ? $", waits for {pages:0} pages of memory a second" : "");

    private static string OfHost(ProcessHealth process, double used) =>
        $"Host: all programs use {FigureText.Cores(used)} of {FigureText.Cores(process.HostCores)}"
        + (process.Stolen is >= LeastStolen and var stolen
            ? $", and do not get {FigureText.Percent(stolen)} of the time that they want (st in top)" : "");

    private static IEnumerable<string> Lines(Incident incident)
    {
        DateTimeOffset began = DateTimeOffset.FromUnixTimeMilliseconds(incident.Began);
        string length = incident.IsOver ? $"for {FigureText.Of(incident.Length)}" : $"for {FigureText.Of(incident.Length)} so far";
        string cause = $"{incident.Finding.Name}{(incident.Finding.IsSure ? "" : ", probably")}";
        string harmed = FigureText.Count(incident.Harmed, "visitor", "visitors");
        yield return $"{incident.Id}. {began:yyyy-MM-dd HH:mm:ss} UTC, {length}, {harmed}, {cause}: {incident.Finding.Sentence}";
        foreach (Change change in incident.Changes)
            yield return $"    before: {change.Line(withName: true)}";
    }
}
